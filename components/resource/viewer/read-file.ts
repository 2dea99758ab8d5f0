export type FileProblemReason =
  | "missing"
  | "forbidden"
  | "unreachable"
  | "tooLarge"
  | "unreadable"
  | "protected";

/** Why a file cannot be shown. */
export class FileProblem extends Error {
  constructor(
    readonly reason: FileProblemReason,
    cause?: unknown,
  ) {
    super(`The file is ${reason}`, { cause });
  }
}

/** Headers of each file request. */
export const fileHeaders = { "x-csrf": "1" } as const;

/**
 * Reads a whole file.
 * @param maxBytes aborts as soon as a file is known to be longer
 * @throws {FileProblem}
 */
export async function readWhole(address: string, maxBytes: number, signal: AbortSignal): Promise<Blob> {
  const response = await ask(address, signal);
  const announced = Number(response.headers.get("content-length"));
  const { bytes, isWhole } =
    announced > maxBytes ? tooMuch(response) : await readUpTo(response, maxBytes, signal);
  if (!isWhole) throw new FileProblem("tooLarge");
  return new Blob(bytes);
}

/**
 * Reads only the beginning of a file.
 * @throws {FileProblem}
 */
export async function readStart(address: string, maxBytes: number, signal: AbortSignal) {
  const response = await ask(address, signal, `bytes=0-${maxBytes - 1}`);
  // An empty file has no satisfiable range.
  if (response.status === 416) return { bytes: new Uint8Array(), isWhole: true };
  const total = partFrom(response, 0);
  const { bytes, isWhole } = await readUpTo(response, maxBytes, signal);
  const start = new Uint8Array(await new Blob(bytes).arrayBuffer());
  return { bytes: start, isWhole: total === undefined ? isWhole : start.length >= total };
}

/**
 * Reads the bytes of a file from `start` to before `end`.
 * @throws {FileProblem} also if the range does not exist
 */
export async function readPart(
  address: string,
  start: number,
  end: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await ask(address, signal, `bytes=${start}-${end - 1}`);
  if (response.status === 416) throw new FileProblem("unreadable");
  const isPart = response.status === 206;
  if (isPart) partFrom(response, start);
  // If the server ignores the range, skips the bytes before it and stops after it.
  const { bytes } = await readUpTo(response, end - start, signal, isPart ? 0 : start);
  return new Uint8Array(await new Blob(bytes).arrayBuffer());
}

/**
 * Total size from the response to a range request; undefined if missing.
 * @throws {FileProblem} for another range than requested
 */
function partFrom(response: Response, start: number): number | undefined {
  const [, from, total] =
    /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get("content-range") ?? "") ?? [];
  if (from === undefined || response.status !== 206) return undefined;
  if (Number(from) !== start) throw new FileProblem("unreadable");
  return total === "*" ? undefined : Number(total);
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
  // The source of the PDF has a password.
  if (status === 409) return "protected";
  return status === 403 ? "forbidden" : "unreachable";
}

async function readUpTo(response: Response, maxBytes: number, signal: AbortSignal, skip = 0) {
  const bytes: Uint8Array<ArrayBuffer>[] = [];
  let toSkip = skip;
  let left = maxBytes;
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      const wanted = part.value.subarray(Math.min(toSkip, part.value.length));
      toSkip -= part.value.length - wanted.length;
      // A subarray would retain the whole chunk.
      bytes.push(wanted.length > left ? wanted.slice(0, left) : wanted);
      left -= wanted.length;
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
