"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, Suspense, useMemo, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { wholeNameOf } from "@/lib/validation/attachment-files";
import type { ShownAttachment } from "./addresses";
import { Thumbnail } from "./thumbnail";

const AttachmentsViewer = lazyPart(() => import("./attachments-viewer"));

type Draw = (attachment: ShownAttachment, page: () => readonly ShownAttachment[]) => ReactNode;

interface Thumbnails {
  /** Column content, a stable function: thumbnail button that opens the viewer. */
  before: Draw;
  /** The same as the picture of a tile. */
  picture: Draw;
  /** The open viewer, rendered outside of the table because rows may be removed. */
  viewer: ReactNode;
}

/** Thumbnails in a list of attachments, which open the viewer with the files of the page (AT-01). */
export function useThumbnails(): Thumbnails {
  const [shown, setShown] = useState<{ attachments: readonly ShownAttachment[]; first: number }>();
  const drawers = useMemo(() => {
    const draw =
      (isTile: boolean): Draw =>
      (attachment, page) => (
        <ThumbnailButton
          attachment={attachment}
          isTile={isTile}
          onShow={() => {
            const attachments = page();
            const first = attachments.findIndex(
              ({ attachmentId }) => attachmentId === attachment.attachmentId,
            );
            setShown({ attachments, first });
          }}
        />
      );
    return { before: draw(false), picture: draw(true) };
  }, []);
  return {
    ...drawers,
    viewer: (
      <Suspense fallback={null}>
        {shown && <AttachmentsViewer {...shown} onClose={() => setShown(undefined)} />}
      </Suspense>
    ),
  };
}

interface ThumbnailButtonProps {
  attachment: ShownAttachment;
  isTile: boolean;
  onShow: () => void;
}

function ThumbnailButton({ attachment, isTile, onShow }: ThumbnailButtonProps) {
  const t = useTranslations("attachments.content");
  const label = t("showFile", { name: wholeNameOf(attachment) });
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={isTile ? "flex size-full focus-visible:-outline-offset-2" : "-my-1 flex shrink-0 rounded-sm"}
      onClick={onShow}
    >
      <Thumbnail
        attachment={attachment}
        className={
          isTile
            ? "size-full rounded-none border-0 [&>img]:object-contain [&>img]:p-2 [&>svg]:size-12 [&>svg]:stroke-1"
            : "size-7 hover:border-primary"
        }
      />
    </button>
  );
}
