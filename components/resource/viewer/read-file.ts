export type FileProblemReason = "missing" | "forbidden" | "unreachable" | "tooLarge" | "unreadable";

/** Why a file cannot be shown. */
export class FileProblem extends Error {
  constructor(
    readonly reason: FileProblemReason,
    cause?: unknown,
  ) {
    super(`The file is ${reason}`, { cause });
  }
}

/** What goes along with each request for a file. */
export const fileHeaders = { "x-csrf": "1" } as const;

/**
 * Reads a whole file.
 * @param most bytes; a longer one is given up as soon as that is known
 * @throws {FileProblem}
 */
export async function readWhole(address: string, most: number, signal: AbortSignal): Promise<Blob> {
  const response = await ask(address, signal);
  const announced = Number(response.headers.get("content-length"));
  const { bytes, isWhole } = announced > most ? tooMuch(response) : await readUpTo(response, most, signal);
  if (!isWhole) throw new FileProblem("tooLarge");
  return new Blob(bytes);
}

/**
 * Reads the beginning of a file, and no more of it than that.
 * @throws {FileProblem}
 */
export async function readStart(address: string, most: number, signal: AbortSignal) {
  const response = await ask(address, signal, `bytes=0-${most - 1}`);
  // Nothing of an empty file can be asked for.
  if (response.status === 416) return { bytes: new Uint8Array(), isWhole: true };
  const { bytes, isWhole } = await readUpTo(response, most, signal);
  const total = Number(response.headers.get("content-range")?.split("/")[1] ?? Number.NaN);
  const start = new Uint8Array(await new Blob(bytes).arrayBuffer());
  return { bytes: start, isWhole: Number.isNaN(total) ? isWhole : start.length >= total };
}

/**
 * Reads some bytes out of a file, from `start` to before `end`.
 * @throws {FileProblem} also where the server sends no parts
 */
export async function readPart(
  address: string,
  start: number,
  end: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await ask(address, signal, `bytes=${start}-${end - 1}`);
  // Whoever answers the whole file instead is not read to the end.
  const skip = response.status === 206 ? 0 : start;
  const { bytes } = await readUpTo(response, skip + end - start, signal);
  return new Uint8Array(await new Blob(bytes).slice(skip).arrayBuffer());
}

async function ask(address: string, signal: AbortSignal, range?: string): Promise<Response> {
  let response: Response;
  try {
    const headers = { ...fileHeaders, ...(range && { range }) };
    response = await fetch(address, { signal, credentials: "same-origin", headers });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new FileProblem("unreachable", error);
  }
  if (response.ok || (range && response.status === 416)) return response;
  throw new FileProblem(problemOfStatus(response.status));
}

export function problemOfStatus(status: number): FileProblemReason {
  if (status === 404 || status === 410) return "missing";
  return status === 403 ? "forbidden" : "unreachable";
}

async function readUpTo(response: Response, most: number, signal: AbortSignal) {
  const bytes: Uint8Array<ArrayBuffer>[] = [];
  let left = most;
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      bytes.push(part.value.subarray(0, left));
      left -= part.value.length;
      if (left < 0) {
        await reader?.cancel();
        return { bytes, isWhole: false };
      }
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new FileProblem("unreachable", error);
  }
  return { bytes, isWhole: true };
}

function tooMuch(response: Response): never {
  void response.body?.cancel();
  throw new FileProblem("tooLarge");
}
