"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, Suspense, useCallback, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { wholeNameOf } from "@/lib/validation/attachment-files";
import type { ShownAttachment } from "./addresses";
import { Thumbnail } from "./thumbnail";

const AttachmentsViewer = lazyPart(() => import("./attachments-viewer"));

interface Thumbnails {
  /** Column content, a stable function: thumbnail button that opens the viewer. */
  before: (attachment: ShownAttachment, page: () => readonly ShownAttachment[]) => ReactNode;
  /** The open viewer, rendered outside of the table because rows may be removed. */
  viewer: ReactNode;
}

/** Thumbnails in a list of attachments, which open the viewer with the files of the page (AT-01). */
export function useThumbnails(): Thumbnails {
  const [shown, setShown] = useState<{ attachments: readonly ShownAttachment[]; first: number }>();
  const before = useCallback<Thumbnails["before"]>(
    (attachment, page) => (
      <ThumbnailButton
        attachment={attachment}
        onShow={() => {
          const attachments = page();
          const first = attachments.findIndex(({ attachmentId }) => attachmentId === attachment.attachmentId);
          setShown({ attachments, first });
        }}
      />
    ),
    [],
  );
  return {
    before,
    viewer: (
      <Suspense fallback={null}>
        {shown && <AttachmentsViewer {...shown} onClose={() => setShown(undefined)} />}
      </Suspense>
    ),
  };
}

interface ThumbnailButtonProps {
  attachment: ShownAttachment;
  onShow: () => void;
}

function ThumbnailButton({ attachment, onShow }: ThumbnailButtonProps) {
  const t = useTranslations("attachments.content");
  const label = t("showFile", { name: wholeNameOf(attachment) });
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="-my-1 flex shrink-0 rounded-sm"
      onClick={onShow}
    >
      <Thumbnail attachment={attachment} className="size-7 hover:border-primary" />
    </button>
  );
}
