import type { FileFacts } from "../../lib/validation/files";

/** A file that came with a request, small enough to be held in memory. */
export interface UploadedFile extends FileFacts {
  bytes: Uint8Array;
}

/** The file itself, where a schema knows only what is said of it; a JSON body can say that there is one when there is none. */
export function uploadedFile(given: FileFacts | null | undefined): UploadedFile | undefined {
  return given && "bytes" in given && given.bytes instanceof Uint8Array ? (given as UploadedFile) : undefined;
}
