import * as z from "zod";
import type { EndpointDeclaration } from "./endpoint";

/** A file as a handler answers it: sent as an attachment while `content` yields its bytes, never as JSON. */
export interface FileResponse {
  /** As the user will see it, in any language; written into Content-Disposition (RFC 6266). */
  fileName: string;
  mediaType: string;
  content: AsyncIterable<Uint8Array>;
  /** True when `content` no longer needs the request's transaction, which then is not kept open for slow receivers. */
  isDetached?: boolean;
  /** Set where the whole file is there: its parts can be asked for, and whoever has it need not get it again. */
  stored?: {
    /** Bytes. */
    size: number;
    /** As RFC 9110 writes it, with quotes; another content has another one. */
    entityTag: string;
    /** The bytes from `start` to `end`, both included. */
    part(range: { start: number; end: number }): AsyncIterable<Uint8Array>;
  };
}

/** The answer of endpoints that send a file. */
export const fileResponse = z.custom<FileResponse>();

export function respondsWithFile({ response }: EndpointDeclaration): boolean {
  return response === fileResponse;
}
