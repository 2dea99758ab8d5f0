"use client";
import { Download, ExternalLink, Link2, ListChecks, Paperclip, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { downloadAddressOf } from "@/components/resource/attachments/addresses";
import { StatusChip } from "@/components/resource/attachments/status-chip";
import { useAttachmentPermissions } from "@/components/resource/attachments/use-attachment-permissions";
import { PickerField } from "@/components/resource/fields/picker/picker-field";
import { dictionarySource } from "@/components/resource/fields/picker/source";
import { TextField } from "@/components/resource/form/fields";
import { ActionLabel, hiddenOnPhone } from "@/components/resource/record/action-label";
import { attributesTab } from "@/components/resource/record/attributes-tab";
import { RecordDetailView } from "@/components/resource/record/detail-view";
import type { RareAction } from "@/components/resource/record/record-actions";
import { RecordSection } from "@/components/resource/record/record-section";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { useSectionTabs } from "@/components/resource/record/view-sections";
import { webAddress } from "@/components/resource/viewer/web-address";
import { Button, buttonClass } from "@/components/ui/button";
import { SubTabs } from "@/components/ui/sub-tabs";
import { usePublicConfig } from "@/lib/client/public-config";
import { useNavigation } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";
import type { AttachmentDetail } from "@/lib/contract/attachments";
import { wholeNameOf } from "@/lib/validation/attachment-files";
import type { ViewProps } from "../../area/area";
import { attachment as kind } from "./attachment";
import { extraSections } from "./extra-sections";
import { FileSection } from "./file-section";
import { records } from "./records";
import { RelationsSection } from "./relations-section";
import { useAttachmentRemoval } from "./removal";
import { Shares } from "./shares";
import { VersionsSection } from "./versions-section";

const DownloadLog = lazyPart(() => import("./download-log"));
const ShareDialog = lazyPart(() => import("./share-dialog"));

const statuses = dictionarySource(contract.dictionaries.attachmentStatus);

export default function AttachmentDetailView({ id }: ViewProps) {
  const t = useTranslations("attachments");
  const extraTabs = useSectionTabs(extraSections);
  const rights = useAttachmentPermissions();
  const removal = useAttachmentRemoval();
  const { open } = useNavigation();
  const [shown, setShown] = useState<{ dialog: "log" | "share"; attachment: AttachmentDetail }>();
  const close = () => setShown(undefined);
  const more = (attachment: AttachmentDetail): RareAction[] => [
    ...(rights.mayShare && attachment.fileType !== "Link"
      ? [
          {
            id: "share",
            label: t("share.action"),
            icon: <Link2 />,
            isOnPhones: true as const,
            onSelect: () => setShown({ dialog: "share", attachment }),
          },
        ]
      : []),
    {
      id: "log",
      label: t("log.action"),
      icon: <ListChecks />,
      onSelect: () => setShown({ dialog: "log", attachment }),
    },
    ...(rights.mayAdd
      ? [{ id: "new", label: t("new"), icon: <Plus />, onSelect: () => open("/attachments/new") }]
      : []),
  ];
  return (
    <>
      <RecordDetailView
        id={id}
        kind={kind}
        records={records}
        removal={removal}
        nameOf={wholeNameOf}
        state={({ attachmentStatusName, attachmentStatusColor }) =>
          attachmentStatusName && (
            <span className="shrink-0 text-sm">
              <StatusChip name={attachmentStatusName} colour={attachmentStatusColor} />
            </span>
          )
        }
        actions={(attachment) => (
          <Actions attachment={attachment} onShare={() => setShown({ dialog: "share", attachment })} />
        )}
        more={more}
      >
        {(attachment) => (
          <SubTabs
            items={[
              {
                id: "attachment",
                label: t("tabs.attachment"),
                icon: Paperclip,
                content: (
                  <SectionsColumn
                    aside={
                      <>
                        <RecordSection
                          kind={kind}
                          records={records}
                          record={attachment}
                          rows={[["fileName", "attachmentStatusId"], ["description"]]}
                          fields={{
                            description: <TextField name="description" rows={3} />,
                            attachmentStatusId: (
                              <PickerField
                                name="attachmentStatusId"
                                empty={null}
                                source={statuses}
                                known={
                                  attachment.attachmentStatusId
                                    ? [
                                        {
                                          id: attachment.attachmentStatusId,
                                          text: attachment.attachmentStatusName,
                                        },
                                      ]
                                    : []
                                }
                              />
                            ),
                          }}
                        />
                        {rights.seesRelations && <RelationsSection attachmentId={attachment.attachmentId} />}
                      </>
                    }
                  >
                    <FileSection attachment={attachment} />
                    <VersionsSection attachment={attachment} />
                  </SectionsColumn>
                ),
              },
              ...(rights.seesShares && attachment.fileType !== "Link"
                ? [
                    {
                      id: "shares",
                      label: t("tabs.shares"),
                      icon: Link2,
                      content: <Shares attachment={attachment} />,
                    },
                  ]
                : []),
              attributesTab({
                ...{ label: t("tabs.attributes"), calls: contract.attachments, view: "AttachmentView" },
                ...{ noun: "attachment", params: { attachmentId: attachment.attachmentId } },
              }),
              ...extraTabs({ attachment }),
            ]}
          />
        )}
      </RecordDetailView>
      <Suspense fallback={null}>
        {shown?.dialog === "log" && <DownloadLog attachment={shown.attachment} onClose={close} />}
        {shown?.dialog === "share" && <ShareDialog attachment={shown.attachment} onClose={close} />}
      </Suspense>
    </>
  );
}

/** The main action is the content itself. */
function Actions({ attachment, onShare }: { attachment: AttachmentDetail; onShare: () => void }) {
  const t = useTranslations("attachments");
  const { prefix } = usePublicConfig();
  const { mayDownload, mayShare } = useAttachmentPermissions();
  const { attachmentId, fileType, url } = attachment;
  const main = buttonClass({ variant: "primary" });
  const link = fileType === "Link" ? webAddress(url) : undefined;
  return (
    <>
      {mayShare && fileType !== "Link" && (
        <Button variant="ghost" icon={<Link2 />} className={hiddenOnPhone} onClick={onShare}>
          <ActionLabel>{t("share.action")}</ActionLabel>
        </Button>
      )}
      {mayDownload && fileType !== "Link" && (
        <a
          href={downloadAddressOf(prefix, attachmentId)}
          download={wholeNameOf(attachment)}
          data-worded
          className={main}
        >
          <Download aria-hidden="true" />
          <span data-label>{t("download")}</span>
        </a>
      )}
      {link && (
        <a href={link} target="_blank" rel="noreferrer noopener" data-worded className={main}>
          <ExternalLink aria-hidden="true" />
          <span data-label>{t("content.openLink")}</span>
        </a>
      )}
    </>
  );
}
