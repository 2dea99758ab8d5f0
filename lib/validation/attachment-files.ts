import { extensionOf, type UploadRules } from "./files";

/** What an attachment is shown as. */
export const attachmentKinds = ["Audio", "Video", "Document", "Other", "Link", "Image"] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

const visio = ["vsd", "vsdx", "vsdm", "vss", "vssx", "vssm", "vst", "vstx", "vstm"];

/** The platform document's map of file types (AT-05); what it does not name is `Other`. */
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

/** What the viewer shows, for which it gets the file itself; anything else is fetched by whoever may download it. */
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

/** Whether an office converter makes a PDF of it, for which no browser needs to know the kind. @param extension without the dot */
export const isConvertible = (extension: string) => convertible.has(extension);

/** What a small picture is made of: a photo is a JPEG or PNG. */
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
 * What the small picture of such a file is made of by itself; undefined for what has none, or one out of a video.
 * @param extension without the dot
 */
export const pictureSourceOf = (extension: string): PictureSource | undefined =>
  Object.hasOwn(pictureSources, extension) ? pictureSources[extension] : undefined;

/**
 * Whether there is a small picture of such a file.
 * @param extension without the dot
 * @param hasPosters whether the installation takes pictures out of videos
 */
export const hasThumbnail = (extension: string, hasPosters = false) =>
  pictureSourceOf(extension) !== undefined || (hasPosters && kindByExtension.get(extension) === "Video");

/** What an attachment is called where it is kept as a file. */
export function wholeNameOf({ fileName, fileExtension }: { fileName: string; fileExtension: string }) {
  return fileExtension ? `${fileName}.${fileExtension}` : fileName;
}

/** What may be uploaded as an attachment: at most 300 MB, unless ATTACHMENT_MAX_MB says otherwise, of what the administration document lists. */
export const attachmentRules = {
  megabytes: 300,
  types: [...kindByExtension.keys(), "zip", "rar", "msg"],
} as const satisfies UploadRules;
