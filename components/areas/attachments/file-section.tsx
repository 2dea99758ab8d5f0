"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ExternalLink, Eye, FileUp } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Suspense, useId, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Thumbnail } from "@/components/resource/attachments/thumbnail";
import { useAttachmentPermissions } from "@/components/resource/attachments/use-attachment-permissions";
import { useViewerFile } from "@/components/resource/attachments/use-viewer-file";
import { useEditScope } from "@/components/resource/form/edit-scope";
import { ReasonedButton } from "@/components/resource/form/reasoned-button";
import { SectionCard } from "@/components/resource/form/section-card";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { webAddress } from "@/components/resource/viewer/web-address";
import { Button, buttonClass } from "@/components/ui/button";
import { contract } from "@/lib/contract";
import type { AttachmentDetail } from "@/lib/contract/attachments";
import { formatSize } from "@/lib/format/size";
import { saveVersion } from "./content";

const FileViewer = lazyPart(() => import("@/components/resource/viewer/file-viewer"));
const ImageEditor = lazyPart(() => import("@/components/resource/viewer/editor/image-editor"));
const ReplaceDialog = lazyPart(() => import("./replace-dialog"));

/** File of an attachment: thumbnail, kind and size, with view, annotate and replace. */
export function FileSection({ attachment }: { attachment: AttachmentDetail }) {
  const t = useTranslations("attachments");
  const other = useTranslations("resource.form");
  const language = useLocale();
  const titleId = useId();
  const { mayReplace } = useAttachmentPermissions();
  const { active } = useEditScope();
  const [shown, setShown] = useState<"viewer" | "editor" | "replace">();
  const { fileType, fileSize, fileExtension } = attachment;
  const isLink = fileType === "Link";
  const kind = t(`choices.fileType.${fileType}`);
  return (
    <SectionCard
      title={isLink ? t("content.link") : t("content.title")}
      titleId={titleId}
      action={
        mayReplace &&
        !isLink && (
          <ReasonedButton
            size="sm"
            icon={<FileUp />}
            disabledReason={active ? other("otherSectionEdited") : undefined}
            onClick={() => setShown("replace")}
          >
            {t("content.replace")}
          </ReasonedButton>
        )
      }
    >
      <div className="flex flex-wrap items-center gap-4">
        <Thumbnail attachment={attachment} className="size-20" />
        <div className="flex min-w-0 flex-1 basis-48 flex-col gap-2">
          <p className="text-sm">
            {fileSize === null
              ? kind
              : t("content.facts", {
                  kind: [kind, fileExtension.toUpperCase()].filter(Boolean).join(", "),
                  size: formatSize(fileSize, language),
                })}
          </p>
          {isLink ? <LinkAddress url={attachment.url} /> : <Checksum value={attachment.fileChecksum} />}
        </div>
        {!isLink && (
          <Button icon={<Eye />} onClick={() => setShown("viewer")}>
            {t("content.show")}
          </Button>
        )}
      </div>
      <Suspense fallback={null}>
        <Opened attachment={attachment} shown={shown} onShow={setShown} />
      </Suspense>
    </SectionCard>
  );
}

function Checksum({ value }: { value: string }) {
  const t = useTranslations("attachments.fields");
  return (
    <dl>
      <dt className="text-muted text-xs">{t("fileChecksum")}</dt>
      <dd className="break-all font-mono text-xs">{value}</dd>
    </dl>
  );
}

function LinkAddress({ url }: { url: string }) {
  const t = useTranslations("attachments.content");
  const address = webAddress(url);
  return (
    <>
      <p className="break-all text-sm">{url}</p>
      {address && (
        <p>
          <a href={address} target="_blank" rel="noreferrer noopener" className={buttonClass({ size: "sm" })}>
            <ExternalLink aria-hidden="true" />
            {t("openLink")}
          </a>
        </p>
      )}
    </>
  );
}

interface OpenedProps {
  attachment: AttachmentDetail;
  shown: "viewer" | "editor" | "replace" | undefined;
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
    case "replace":
      return <ReplaceDialog attachment={attachment} onClose={close} />;
    default:
      return null;
  }
}
