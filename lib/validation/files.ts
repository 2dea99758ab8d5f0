import * as z from "zod";
import type { RuleParams } from "./messages";

/** Properties of a file known before it is read: of a browser's `File`, or as announced by an upload. */
export interface FileInfo {
  name: string;
  /** MIME type; empty if the browser does not know it. */
  type: string;
  /** Bytes. */
  size: number;
}

export const bytesPerMegabyte = 1024 * 1024;

/** At most `megabytes` (1024 × 1024 bytes each); accepts no file (FM-02). */
export function isFileSize(file: FileInfo | null | undefined, megabytes: number): boolean {
  return !file || file.size <= megabytes * bytesPerMegabyte;
}

/**
 * Whether the extension or the MIME type is in the list, with entries like `jpg`, `.jpg`, `image/jpeg` or `image/*`;
 * accepts no file (FM-02). Neither proves the content: a server checks that as well.
 */
export function isFileType(file: FileInfo | null | undefined, allowed: readonly string[]): boolean {
  if (!file) return true;
  const extension = extensionOf(file.name);
  const type = file.type.toLowerCase().split(";")[0]?.trim() ?? "";
  return allowed.some((entry) => {
    const wanted = entry.toLowerCase();
    if (!wanted.includes("/")) return extension !== "" && wanted.replace(/^\./, "") === extension;
    return wanted.endsWith("/*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
  });
}

/** Lower case, without the dot; empty without an extension. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

export interface UploadRules {
  megabytes: number;
  types: readonly string[];
}

function isFileInfo(value: unknown): value is FileInfo {
  const file = value as Partial<FileInfo> | null;
  return (
    typeof file === "object" &&
    typeof file?.name === "string" &&
    typeof file.type === "string" &&
    typeof file.size === "number"
  );
}

/**
 * Values that keep the current file of a record: empty, or its description in a response, an id or, in a form with a file,
 * `{"attachmentId": …}` as text.
 */
const keptFile = /^(?:|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\{"attachmentId":.*\})$/is;

/** A file of the allowed types, and size where that is fixed; null without a file, or to keep the current one. */
export function upload<File extends FileInfo = FileInfo>({
  megabytes = Number.POSITIVE_INFINITY,
  types,
}: Pick<UploadRules, "types"> & Partial<UploadRules>) {
  const chosen = z
    .custom<File>(isFileInfo)
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

/** The `accept` attribute of a file field. */
export const acceptOf = ({ types }: Pick<UploadRules, "types">) => types.map((type) => `.${type}`).join(",");

/** The picture of a person or an organisation: jpg, jpeg or png of at most 2 MB. */
export const avatarRules = { megabytes: 2, types: ["jpg", "jpeg", "png"] } as const satisfies UploadRules;
