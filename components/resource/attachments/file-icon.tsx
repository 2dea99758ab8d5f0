import { File, FileText, Image, Link2, type LucideIcon, Music, Video } from "lucide-react";
import type { AttachmentKind } from "@/lib/validation/attachment-files";

const icons: Readonly<Record<AttachmentKind, LucideIcon>> = {
  Audio: Music,
  Video,
  Document: FileText,
  Other: File,
  Link: Link2,
  Image,
};

/** Icon of a file kind. */
export function FileIcon({ kind, className }: { kind: AttachmentKind; className?: string }) {
  const Icon = icons[kind];
  return <Icon aria-hidden="true" className={className} />;
}
