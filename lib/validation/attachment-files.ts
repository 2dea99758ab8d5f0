import { extensionOf, type UploadRules } from "./files";

/** Display kinds of attachments. */
export const attachmentKinds = ["Audio", "Video", "Document", "Other", "Link", "Image"] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

const visio = ["vsd", "vsdx", "vsdm", "vss", "vssx", "vssm", "vst", "vstx", "vstm"];

/** The platform document's map of file types (AT-05); other types are `Other`. */
const extensions: Readonly<Partial<Record<AttachmentKind, readonly string[]>>> = {
  Image: ["jpg", "jpeg", "png", "gif", "bmp", "svg"],
  Video: ["3gp", "avi", "flv", "mkv", "mov", "mp4", "mpeg"],
  Audio: ["mp3"],
  Document: [
    ...["doc", "docx", "odt", "pdf", "ppt", "pptx", "rtf", "txt", "xls", "xlsx", "xltx", "xlsm", "xltm"],
    ...visio,
  ],
};

const kindByExtension = new Map(
  Object.entries(extensions).flatMap(([kind, names]) =>
    names.map((name) => [name, kind as AttachmentKind] as const),
  ),
);

/** @param name of a file, with its extension */
export function attachmentKindOf(name: string): AttachmentKind {
  return kindByExtension.get(extensionOf(name)) ?? "Other";
}

/** Types that the viewer shows from the file itself; others can only be downloaded. */
const shown: ReadonlySet<string> = new Set([
  ...(extensions.Image ?? []),
  ...(extensions.Video ?? []),
  ...(extensions.Audio ?? []),
  ...["pdf", "docx", "xlsx", "xlsm", "txt", "rtf", "zip", "msg"],
]);

/** @param extension in lower case, without the dot */
export function isShown(extension: string): boolean {
  return shown.has(extension);
}

const convertible = new Set(["doc", "odt", "ppt", "pptx", "rtf", "xls", "xltx", "xltm"]);

/** Whether an office converter can convert it to PDF; browsers need not know the kind. @param extension without the dot */
export const isConvertible = (extension: string) => convertible.has(extension);

/** Source of a thumbnail; a photo is a JPEG or PNG. */
export type PictureSource = "photo" | "gif" | "bmp" | "svg" | "pdf";

/** By extension. */
const pictureSources: Readonly<Partial<Record<string, PictureSource>>> = {
  jpg: "photo",
  jpeg: "photo",
  png: "photo",
  gif: "gif",
  bmp: "bmp",
  svg: "svg",
  pdf: "pdf",
};

/**
 * The source of a file's own thumbnail; undefined for types without one, or with one from a video frame.
 * @param extension without the dot
 */
export const pictureSourceOf = (extension: string): PictureSource | undefined =>
  Object.hasOwn(pictureSources, extension) ? pictureSources[extension] : undefined;

/**
 * Whether such a file has a thumbnail.
 * @param extension without the dot
 * @param hasPosters whether the installation extracts frames of videos
 */
export const hasThumbnail = (extension: string, hasPosters = false) =>
  pictureSourceOf(extension) !== undefined || (hasPosters && kindByExtension.get(extension) === "Video");

/** File name of a downloaded attachment. */
export function wholeNameOf({ fileName, fileExtension }: { fileName: string; fileExtension: string }) {
  return fileExtension ? `${fileName}.${fileExtension}` : fileName;
}

/** Upload rules of attachments: at most 300 MB, unless ATTACHMENT_MAX_MB is set, and the types of the administration document. */
export const attachmentRules = {
  megabytes: 300,
  types: [...kindByExtension.keys(), "zip", "rar", "msg"],
} as const satisfies UploadRules;
