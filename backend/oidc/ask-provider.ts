/** The provider gave no usable answer: it is down, too slow, says so, or sends a page instead of JSON. */
export class ProviderUnavailable extends Error {
  override readonly name = "ProviderUnavailable";
}

/** Milliseconds that a provider may take for one answer. */
const patience = 5_000;
const largest = 1024 * 1024;

export interface ProviderAnswer {
  status: number;
  /** Parsed JSON; undefined when it was none. */
  body: unknown;
}

/**
 * Asks a provider for JSON. Redirects are not followed.
 * @param token sent as bearer, where the provider wants to know for whom
 * @throws {ProviderUnavailable} when there is no answer in time, or one that says that the provider has failed
 */
export async function askProvider(address: string, token?: string): Promise<ProviderAnswer> {
  try {
    const response = await fetch(address, {
      headers: { accept: "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      redirect: "error",
      signal: AbortSignal.timeout(patience),
    });
    const text = await textOf(response);
    if (response.status >= 500) throw new Error(`status ${response.status}`);
    return { status: response.status, body: parsed(text) };
  } catch (error) {
    throw new ProviderUnavailable(`${address} gave no answer.`, { cause: error });
  }
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(part, { stream: true });
    if (text.length > largest) throw new Error("the answer is too large");
  }
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
