import * as z from "zod";
import type { EndpointDeclaration } from "./endpoint";

/** Bytes of a file by their numbers from 0, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A file as a handler answers it: sent as an attachment while `content` yields its bytes, never as JSON. */
export interface FileResponse {
  /** As the user will see it, in any language; written into Content-Disposition (RFC 6266). */
  fileName: string;
  mediaType: string;
  content: AsyncIterable<Uint8Array>;
  /** True when `content` no longer needs the request's transaction, which then is not kept open for slow receivers. */
  isDetached?: boolean;
  /** Until `content` is over it takes memory, here or at the database, so that few are sent at once. */
  isHeld?: boolean;
  /**
   * Done when the first bytes are there, before they are sent: what it throws is the answer instead. `isContinued` where they are not
   * the file's first; it is not done for whoever has the file already.
   */
  begun?: (isContinued: boolean) => Promise<void>;
  /** Set where the whole file is there: whoever has it need not get it again. */
  stored?: {
    /** Bytes. */
    size: number;
    /** As RFC 9110 writes it, with quotes; another content has another one. */
    entityTag: string;
    /** What of it is asked for; left out where only the whole is given out. */
    part?: (range: ByteRange) => AsyncIterable<Uint8Array>;
  };
}

/** The answer of endpoints that send a file. */
export const fileResponse = z.custom<FileResponse>();

export function respondsWithFile({ response }: EndpointDeclaration): boolean {
  return response === fileResponse;
}
