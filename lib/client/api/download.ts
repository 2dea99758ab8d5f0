import type { CallOf, EndpointDeclaration } from "../../contract/endpoint";
import { type CallOptions, request } from "./client";
import { ApiError } from "./error";

export interface DownloadOptions extends CallOptions {
  /** Called repeatedly with the number of bytes received so far. */
  onProgress?: (bytes: number) => void;
}

export interface DownloadedFile {
  /** The server's name for it; empty without one. */
  fileName: string;
  content: Blob;
}

/**
 * Downloads a file from an endpoint.
 * @throws {ApiError} as `call` does, and with status 0 and code `incomplete` if the transfer broke off
 * @throws {DOMException} named AbortError if `signal` was aborted
 */
export async function download<E extends EndpointDeclaration>(
  endpoint: E,
  input: CallOf<E>,
  { signal, onProgress }: DownloadOptions = {},
): Promise<DownloadedFile> {
  const response = await request(endpoint, input, { signal });
  const fileName = fileNameOf(response.headers.get("content-disposition") ?? "");
  const type = response.headers.get("content-type") ?? "";
  const reader = response.body?.getReader();
  // One Blob per megabyte or so: the browser stores Blobs outside the page's memory.
  const parts: Blob[] = [];
  let pending: Uint8Array<ArrayBuffer>[] = [];
  let pendingBytes = 0;
  let bytes = 0;
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      pending.push(part.value);
      pendingBytes += part.value.length;
      bytes += part.value.length;
      onProgress?.(bytes);
      if (pendingBytes < maxPendingBytes) continue;
      parts.push(new Blob(pending));
      pending = [];
      pendingBytes = 0;
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    const requestId = response.headers.get("x-request-id") ?? undefined;
    throw new ApiError({ status: 0, code: "incomplete", title: "", requestId });
  }
  return { fileName, content: new Blob([...parts, ...pending], { type }) };
}

const maxPendingBytes = 1024 * 1024;

/** The name in a Content-Disposition header, the international one first (RFC 6266, section 4.3). */
export function fileNameOf(disposition: string): string {
  const encoded = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // Malformed: falls back to the plain name.
    }
  }
  const [, quoted, token] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? token ?? "";
}
