// The subset of the JSON hub protocol of ASP.NET Core SignalR that a server needs which mainly sends invocations:
// https://github.com/dotnet/aspnetcore/blob/main/src/SignalR/docs/specs/HubProtocol.md

const separator = "\u001e";

/** Limit of characters of a message, and of an incomplete one, from a client. */
const maxMessageLength = 32 * 1024;

const types = { invocation: 1, completion: 3, streamInvocation: 4, ping: 6, close: 7 } as const;

/**
 * Limit of a client's calls in one batch: it reports its state at each record once a minute, and when it reconnects.
 */
export const maxCalls = 200;

export interface HubCall {
  target: string;
  argument: unknown;
}

/** Received data that is not a message of the protocol. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}

const written = (message: object) => JSON.stringify(message) + separator;

export const pingMessage = written({ type: types.ping });

/** Accepts a handshake. */
export const handshakeAccepted = written({});

/** Refuses a handshake, after which the connection ends. */
export const handshakeRefused = (error: string) => written({ error });

/** Calls the client's handlers of `target`. */
export const invocationMessage = (target: string, argument: unknown) =>
  written({ type: types.invocation, target, arguments: [argument] });

/** @param error words for people; absent without an error. @param allowReconnect whether the client should retry */
export const closeMessage = (error: string | undefined, allowReconnect: boolean) =>
  written({ type: types.close, ...(error !== undefined && { error }), allowReconnect });

/** Splits a stream of text into messages. */
export class MessageReader {
  private rest = "";

  /**
   * @returns the messages completed so far, in order
   * @throws {ProtocolError} for invalid JSON objects, or too long ones
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
    // thrown below
  }
  if (typeof message !== "object" || message === null || Array.isArray(message))
    throw new ProtocolError("A message is no JSON object.");
  return message as Readonly<Record<string, unknown>>;
}

/** The error in a client's first message; undefined for a supported protocol. */
export function handshakeFault({ protocol, version }: Readonly<Record<string, unknown>>): string | undefined {
  if (protocol !== "json") return `The protocol ${JSON.stringify(protocol)} is not supported. Use "json".`;
  return version === 1 || version === 2
    ? undefined
    : `Version ${JSON.stringify(version)} of the protocol is not supported.`;
}

/**
 * Interprets a message.
 * @returns `call` of a method with an argument; `completed` creates its response if the client expects one; `isClose`
 * when the client closes
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
