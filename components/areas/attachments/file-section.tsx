"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ChevronRight, Eye, FileUp, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useId, useRef, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { FileFacts } from "@/components/resource/attachments/attachment-facts";
import { FileIcon } from "@/components/resource/attachments/file-icon";
import { Thumbnail } from "@/components/resource/attachments/thumbnail";
import { UploadProgress } from "@/components/resource/attachments/upload-progress";
import { useAttachmentPermissions } from "@/components/resource/attachments/use-attachment-permissions";
import { useViewerFile } from "@/components/resource/attachments/use-viewer-file";
import { useEditScope } from "@/components/resource/form/edit-scope";
import { ReasonedButton } from "@/components/resource/form/reasoned-button";
import { SectionCard } from "@/components/resource/form/section-card";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { useDroppedFiles } from "@/components/resource/upload/use-dropped-files";
import { isTooLarge, previewOf, type ViewerFile } from "@/components/resource/viewer/viewer-file";
import { webAddress } from "@/components/resource/viewer/web-address";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import { useFocusFallback } from "@/components/ui/use-kept-focus";
import { contract } from "@/lib/contract";
import type { AttachmentDetail } from "@/lib/contract/attachments";
import { attachmentRules } from "@/lib/validation/attachment-files";
import { acceptOf } from "@/lib/validation/files";
import { saveVersion } from "./content";
import { useReplacement } from "./use-replacement";

const FilePreview = lazyPart(() => import("@/components/resource/viewer/file-preview"));
const FileViewer = lazyPart(() => import("@/components/resource/viewer/file-viewer"));
const ImageEditor = lazyPart(() => import("@/components/resource/viewer/editor/image-editor"));

/** File of an attachment: large preview, kind and size, with view, annotate and replace. */
export function FileSection({ attachment }: { attachment: AttachmentDetail }) {
  const t = useTranslations("attachments");
  const other = useTranslations("resource.form");
  const titleId = useId();
  const { mayReplace } = useAttachmentPermissions();
  const { active } = useEditScope();
  const [shown, setShown] = useState<"viewer" | "editor">();
  const chooser = useRef<HTMLInputElement>(null);
  const replaceButton = useRef<HTMLButtonElement>(null);
  const kept = useFocusFallback(replaceButton);
  const { replace, sent, problem, cancel } = useReplacement(attachment);
  const { fileType, fileChecksum, url } = attachment;
  const isLink = fileType === "Link";
  const takesFiles = mayReplace && !isLink && !active;
  // Also while another section is edited: the browser would open the file instead, and lose the input.
  const { isOver, target } = useDroppedFiles((files) => takesFiles && replace(files), mayReplace && !isLink);
  return (
    <SectionCard
      title={isLink ? t("content.link") : t("content.title")}
      titleId={titleId}
      action={
        mayReplace &&
        !isLink && (
          <ReasonedButton
            ref={replaceButton}
            size="sm"
            icon={<FileUp />}
            loading={sent !== undefined}
            disabledReason={active ? other("otherSectionEdited") : undefined}
            onClick={() => chooser.current?.click()}
          >
            {t("content.replace")}
          </ReasonedButton>
        )
      }
    >
      {problem && (
        <Alert tone="danger" className="mb-4">
          {problem}
        </Alert>
      )}
      {!isLink && (
        <div {...target} className="relative">
          <Preview attachment={attachment} onEnlarge={() => setShown("viewer")} />
          {isOver && (
            <p className="pointer-events-none absolute inset-0 z-20 flex items-center justify-center rounded border-2 border-primary border-dashed bg-primary-subtle/90 p-4 text-center font-medium text-lg text-primary">
              {takesFiles ? t("content.drop") : other("otherSectionEdited")}
            </p>
          )}
          <input
            ref={chooser}
            type="file"
            hidden
            aria-label={t("content.replace")}
            accept={acceptOf(attachmentRules)}
            onChange={({ target }) => {
              const chosen = [...(target.files ?? [])];
              // Allows choosing the same file again.
              target.value = "";
              replace(chosen);
            }}
          />
        </div>
      )}
      {sent && (
        <div {...kept} className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 truncate text-sm">{sent.name}</span>
          <div className="min-w-40 flex-1">
            <UploadProgress label={t("upload.progressOf", { name: sent.name })} percent={sent.progress} />
          </div>
          <IconButton label={t("upload.cancel", { name: sent.name })} onClick={cancel}>
            <X />
          </IconButton>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Thumbnail attachment={attachment} className="size-10" />
        <div className="flex min-w-0 flex-1 basis-48 flex-col gap-2 text-sm">
          <p>
            <FileFacts attachment={attachment} />
            {takesFiles && (
              <span className="block text-muted text-xs pointer-coarse:hidden">
                {t("content.replaceHint")}
              </span>
            )}
          </p>
          {isLink && <LinkAddress url={url} />}
        </div>
        {!isLink && (
          <Button icon={<Eye />} onClick={() => setShown("viewer")}>
            {t("content.show")}
          </Button>
        )}
      </div>
      {!isLink && <Details checksum={fileChecksum} />}
      <Suspense fallback={null}>
        <Opened attachment={attachment} shown={shown} onShow={setShown} />
      </Suspense>
    </SectionCard>
  );
}

/** Content of the file, or a large icon if no view exists for it. */
function Preview({ attachment, onEnlarge }: { attachment: AttachmentDetail; onEnlarge: () => void }) {
  const t = useTranslations("viewer.reasons");
  const file = useViewerFile()(attachment);
  const reason = file.addresses.pdf ? undefined : reasonAgainst(file);
  return (
    <div className="mb-4 overflow-hidden rounded border bg-background">
      {reason ? (
        <div className="flex min-h-48 flex-col items-center justify-center gap-1 p-6 text-center">
          <FileIcon kind={attachment.fileType} className="mb-2 size-20 stroke-1 text-muted" />
          <p className="font-medium">
            <FileFacts attachment={attachment} />
          </p>
          <p className="text-muted text-sm">{t(reason)}</p>
        </div>
      ) : (
        <Suspense fallback={<Skeleton className="h-72 rounded-none" />}>
          <FilePreview file={file} onEnlarge={onEnlarge} />
        </Suspense>
      )}
    </div>
  );
}

function reasonAgainst(file: ViewerFile): "none" | "tooLarge" | undefined {
  if (previewOf(file) === "none") return "none";
  return isTooLarge(file) ? "tooLarge" : undefined;
}

function Details({ checksum }: { checksum: string }) {
  const t = useTranslations("attachments");
  return (
    <details className="group mt-3 border-t pt-2 text-sm">
      <summary className="flex min-h-7 w-fit cursor-pointer list-none items-center gap-1 rounded pr-2 text-muted hover:text-text">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        {t("content.details")}
      </summary>
      <dl className="pt-1 pl-5">
        <dt className="text-muted text-xs">{t("fields.fileChecksum")}</dt>
        <dd className="break-all font-mono text-xs">{checksum}</dd>
      </dl>
    </details>
  );
}

function LinkAddress({ url }: { url: string }) {
  const address = webAddress(url);
  return (
    <p className="break-all">
      {address ? (
        <a href={address} target="_blank" rel="noreferrer noopener" className="text-primary hover:underline">
          {url}
        </a>
      ) : (
        url
      )}
    </p>
  );
}

interface OpenedProps {
  attachment: AttachmentDetail;
  shown: "viewer" | "editor" | undefined;
  onShow: (shown: "editor" | undefined) => void;
}

/** The open viewer or dialog of the attachment. */
function Opened({ attachment, shown, onShow }: OpenedProps) {
  const client = useQueryClient();
  const { mayReplace } = useAttachmentPermissions();
  const close = () => onShow(undefined);
  const file = useViewerFile()(attachment);
  switch (shown) {
    case "viewer":
      return (
        <FileViewer
          files={[file]}
          index={0}
          onIndexChange={() => undefined}
          onClose={close}
          onEdit={mayReplace ? () => onShow("editor") : undefined}
        />
      );
    case "editor":
      return (
        <ImageEditor
          file={file}
          onClose={close}
          onSave={async (picture) => {
            const extension = picture.type === "image/jpeg" ? "jpg" : "png";
            const name = `${attachment.fileName}.${extension}`;
            try {
              await saveVersion(attachment, new File([picture], name, { type: picture.type }));
              close();
            } finally {
              // After a conflict too: the drawing stays on top of the picture saved by another user.
              await invalidateAreas(client, contract.attachments.save.affects ?? []);
            }
          }}
        />
      );
    default:
      return null;
  }
}
