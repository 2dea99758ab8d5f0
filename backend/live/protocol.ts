// The JSON hub protocol of ASP.NET Core SignalR, as far as a server needs it that sends invocations and is asked little:
// https://github.com/dotnet/aspnetcore/blob/main/src/SignalR/docs/specs/HubProtocol.md

const separator = "\u001e";

/** Characters of one message, and of what has come of one, that a client may send: it has little to say. */
const maxMessageLength = 32 * 1024;

const types = { invocation: 1, completion: 3, streamInvocation: 4, ping: 6, close: 7 } as const;

/** Calls of one client that are answered at once: it says how it is at each record once a minute, and when it comes back. */
export const maxCalls = 200;

export interface HubCall {
  target: string;
  argument: unknown;
}

/** What somebody sent is no message of the protocol. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}

const written = (message: object) => JSON.stringify(message) + separator;

export const pingMessage = written({ type: types.ping });

/** Answers a handshake that was understood. */
export const handshakeAccepted = written({});

/** Answers a handshake that was not, after which the connection ends. */
export const handshakeRefused = (error: string) => written({ error });

/** Has the client's handlers of `target` called. */
export const invocationMessage = (target: string, argument: unknown) =>
  written({ type: types.invocation, target, arguments: [argument] });

/** @param error words for people; without them nothing is wrong. @param allowReconnect whether it is worth another attempt */
export const closeMessage = (error: string | undefined, allowReconnect: boolean) =>
  written({ type: types.close, ...(error !== undefined && { error }), allowReconnect });

/** Takes what arrives in pieces apart into messages. */
export class MessageReader {
  private rest = "";

  /**
   * @returns the messages that are whole by now, in their order
   * @throws {ProtocolError} for what is no JSON object, or too long
   */
  read(text: string): Readonly<Record<string, unknown>>[] {
    const parts = (this.rest + text).split(separator);
    this.rest = parts.pop() ?? "";
    if (this.rest.length > maxMessageLength || parts.some((part) => part.length > maxMessageLength))
      throw new ProtocolError("A message is too long.");
    return parts.map(parsed);
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    // said below
  }
  if (typeof message !== "object" || message === null || Array.isArray(message))
    throw new ProtocolError("A message is no JSON object.");
  return message as Readonly<Record<string, unknown>>;
}

/** Why a client's first message is refused; undefined for one that asks for what is spoken here. */
export function handshakeFault({ protocol, version }: Readonly<Record<string, unknown>>): string | undefined {
  if (protocol !== "json") return `The protocol ${JSON.stringify(protocol)} is not supported. Use "json".`;
  return version === 1 || version === 2
    ? undefined
    : `Version ${JSON.stringify(version)} of the protocol is not supported.`;
}

/**
 * What a message asks for.
 * @returns `call` of a method with an argument; `completed` answers it where somebody waits for that; `isClose` for a client that goes
 */
export function reactionTo({
  type,
  invocationId,
  target,
  arguments: given,
}: Readonly<Record<string, unknown>>): {
  call?: HubCall;
  completed?: (error?: string) => string;
  isClose?: true;
} {
  if (type === types.close) return { isClose: true };
  if (type !== types.invocation && type !== types.streamInvocation) return {};
  const completed =
    typeof invocationId === "string"
      ? (error?: string) => written({ type: types.completion, invocationId, ...(error && { error }) })
      : undefined;
  const argument = Array.isArray(given) ? given[0] : undefined;
  return { call: { target: typeof target === "string" ? target : "", argument }, completed };
}
