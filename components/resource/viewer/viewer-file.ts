import type { AttachmentKind } from "@/lib/validation/attachment-files";

/** File as the viewer needs it, independent of its record. */
export interface ViewerFile {
  id: string;
  /** With its extension. */
  name: string;
  kind: AttachmentKind;
  /** With or without the dot, in any case. */
  extension: string;
  /** Bytes. */
  size: number;
  /** Same-origin addresses; without `download` the file can only be viewed. */
  addresses: {
    thumbnail?: string;
    original: string;
    stream: string;
    download?: string;
    /** PDF rendition by a converter. */
    pdf?: string;
  };
  /** Target of a link. */
  url?: string;
}

export type Preview =
  | "image"
  | "video"
  | "audio"
  | "pdf"
  | "word"
  | "workbook"
  | "text"
  | "archive"
  | "mail"
  | "link"
  | "none";

const previews: Readonly<Record<string, Preview>> = {
  ...all("image", "jpg jpeg png gif bmp svg webp avif"),
  ...all("video", "mp4 mov mkv 3gp mpeg mpg flv avi webm m4v ogv"),
  ...all("audio", "mp3 wav ogg oga m4a aac flac opus"),
  pdf: "pdf",
  docx: "word",
  ...all("workbook", "xlsx xlsm"),
  // Other text formats are shown as source, without running markup.
  ...all("text", "txt rtf log csv tsv json xml html htm md yaml yml ini sql css js ts"),
  ...all("archive", "zip"),
  msg: "mail",
};

const byKind: Readonly<Record<AttachmentKind, Preview>> = {
  Audio: "audio",
  Video: "video",
  Image: "image",
  Link: "link",
  Document: "none",
  Other: "none",
};

/** Maximum bytes for a preview; missing kinds are read in parts. */
const maxPreviewBytes: Readonly<Partial<Record<Preview, number>>> = {
  image: megabytes(100),
  word: megabytes(40),
  workbook: megabytes(40),
  mail: megabytes(60),
};

/** Normalises an extension: `pdf`. */
export function extensionOf({ extension, name }: Pick<ViewerFile, "extension" | "name">): string {
  const own = extension || (name.includes(".") ? name.slice(name.lastIndexOf(".")) : "");
  return own.replace(/^\./, "").toLowerCase();
}

export function previewOf(file: ViewerFile): Preview {
  if (file.kind === "Link") return "link";
  return previews[extensionOf(file)] ?? byKind[file.kind];
}

export function isTooLarge(file: ViewerFile): boolean {
  const limit = maxPreviewBytes[previewOf(file)];
  return limit !== undefined && file.size > limit;
}

/** A few bytes of SVG may render to more than the browser's memory. */
export const isDrawing = (file: ViewerFile): boolean => extensionOf(file) === "svg";

/** Whether the editor can annotate it: raster images, not SVG. */
export function isEditable(file: ViewerFile): boolean {
  return file.kind === "Image" && previewOf(file) === "image" && !isDrawing(file);
}

function all(preview: Preview, extensions: string): Record<string, Preview> {
  return Object.fromEntries(extensions.split(" ").map((extension) => [extension, preview]));
}

function megabytes(count: number): number {
  return count * 1024 * 1024;
}
