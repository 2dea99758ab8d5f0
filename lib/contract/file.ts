import * as z from "zod";
import type { EndpointDeclaration } from "./endpoint";

/** Inclusive byte range of a file, from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A file returned by a handler: streamed from `content` as an attachment, never as JSON. */
export interface FileResponse {
  /** Shown to the user, in any language; sent in Content-Disposition (RFC 6266). */
  fileName: string;
  mediaType: string;
  content: AsyncIterable<Uint8Array>;
  /** True if `content` no longer needs the request's transaction, which then is not kept open for slow receivers. */
  isDetached?: boolean;
  /** True if `content` holds memory, here or in the database, until it ends; limits concurrent transfers. */
  isHeld?: boolean;
  /**
   * Runs when the first bytes are ready, before they are sent; an error becomes the response. `isContinued` if they do not
   * start the file; not called for a 304.
   */
  begun?: (isContinued: boolean) => Promise<void>;
  /** Set if the whole file is stored: allows conditional requests. */
  stored?: {
    /** Bytes. */
    size: number;
    /** Quoted as in RFC 9110; changes with the content. */
    entityTag: string;
    /** Reads a range; undefined if only the whole file can be sent. */
    part?: (range: ByteRange) => AsyncIterable<Uint8Array>;
  };
}

/** The response of endpoints that send a file. */
export const fileResponse = z.custom<FileResponse>();

export function respondsWithFile({ response }: EndpointDeclaration): boolean {
  return response === fileResponse;
}
