import type { Transport } from "./client";

/**
 * Works like `fetch`, and additionally reports upload progress.
 * @param onProgress percent, from 0 to 100
 */
export function withUploadProgress(onProgress: (percent: number) => void): Transport {
  return (address, { method = "GET", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      // An unsent request fires no abort event.
      if (signal?.aborted) return reject(aborted());
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      request.open(method, address);
      request.responseType = "text";
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress(Math.floor((loaded / total) * 100));
      };
      request.onload = () => resolve(responseOf(request));
      request.onerror = () => reject(new TypeError("Failed to send"));
      request.onabort = () => reject(aborted());
      request.onloadend = () => signal?.removeEventListener("abort", abort);
      signal?.addEventListener("abort", abort);
      onProgress(0);
      request.send((body ?? null) as XMLHttpRequestBodyInit | null);
    });
}

const aborted = () => new DOMException("Aborted", "AbortError");

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  // Response accepts no body with these.
  const isBare = [204, 205, 304].includes(request.status);
  return new Response(isBare ? null : request.responseText, { status: request.status, headers });
}
