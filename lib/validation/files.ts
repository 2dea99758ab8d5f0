import * as z from "zod";
import type { RuleParams } from "./messages";

/** What is known of a file before it is read: a browser's `File` fits, and so does what an upload announces. */
export interface FileFacts {
  name: string;
  /** MIME type; empty when the browser knows none. */
  type: string;
  /** Bytes. */
  size: number;
}

export const bytesPerMegabyte = 1024 * 1024;

/** At most `megabytes` (1024 × 1024 bytes each); nothing passes (FM-02). */
export function isFileSize(file: FileFacts | null | undefined, megabytes: number): boolean {
  return !file || file.size <= megabytes * bytesPerMegabyte;
}

/**
 * Whether the extension or the MIME type is in the list, whose entries are like `jpg`, `.jpg`, `image/jpeg` or
 * `image/*`; nothing passes (FM-02). Neither proves what is inside: a server looks at the content as well.
 */
export function isFileType(file: FileFacts | null | undefined, allowed: readonly string[]): boolean {
  if (!file) return true;
  const extension = extensionOf(file.name);
  const type = file.type.toLowerCase().split(";")[0]?.trim() ?? "";
  return allowed.some((entry) => {
    const wanted = entry.toLowerCase();
    if (!wanted.includes("/")) return extension !== "" && wanted.replace(/^\./, "") === extension;
    return wanted.endsWith("/*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
  });
}

/** Lower case, without the dot; empty when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

export interface UploadRules {
  megabytes: number;
  types: readonly string[];
}

function isFileFacts(value: unknown): value is FileFacts {
  const file = value as Partial<FileFacts> | null;
  return (
    typeof file === "object" &&
    typeof file?.name === "string" &&
    typeof file.type === "string" &&
    typeof file.size === "number"
  );
}

/**
 * What a record is sent back with in place of a new file: nothing, or what it says of the one that it has, an id or, in a form with
 * a file, `{"attachmentId": …}` as text.
 */
const keptFile = /^(?:|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\{"attachmentId":.*\})$/is;

/**
 * A chosen file of the allowed types, and size where that is the same everywhere; or null for none, which is also what the file
 * comes to that is there already.
 */
export function upload<File extends FileFacts = FileFacts>({
  megabytes = Number.POSITIVE_INFINITY,
  types,
}: Pick<UploadRules, "types"> & Partial<UploadRules>) {
  const chosen = z
    .custom<File>(isFileFacts)
    .refine((file) => isFileType(file, types), {
      params: { rule: "fileType", types: types.join(", ") } satisfies RuleParams,
    })
    .refine((file) => isFileSize(file, megabytes), {
      params: { rule: "fileSize", fileSize: megabytes } satisfies RuleParams,
    })
    .nullable();
  return z.preprocess(
    (given) => (typeof given === "string" && keptFile.test(given) ? null : given),
    chosen,
  ) as unknown as typeof chosen;
}

/** What a field for files offers to choose from. */
export const acceptOf = ({ types }: Pick<UploadRules, "types">) => types.map((type) => `.${type}`).join(",");

/** The picture of a person or an organisation: jpg, jpeg or png of at most 2 MB. */
export const avatarRules = { megabytes: 2, types: ["jpg", "jpeg", "png"] } as const satisfies UploadRules;
