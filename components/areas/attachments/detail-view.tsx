"use client";
import { Download, Link2, ListChecks, Paperclip, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { downloadAddressOf } from "@/components/resource/attachments/addresses";
import { StatusChip } from "@/components/resource/attachments/status-chip";
import { useAttachmentPermissions } from "@/components/resource/attachments/use-attachment-permissions";
import { PickerField } from "@/components/resource/fields/picker/picker-field";
import { dictionarySource } from "@/components/resource/fields/picker/source";
import { TextField } from "@/components/resource/form/fields";
import { ActionLabel } from "@/components/resource/record/action-label";
import { attributesTab } from "@/components/resource/record/attributes-tab";
import { RecordDetailView } from "@/components/resource/record/detail-view";
import { RecordSection } from "@/components/resource/record/record-section";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { useSectionTabs } from "@/components/resource/record/view-sections";
import { Button, buttonClass } from "@/components/ui/button";
import { SubTabs } from "@/components/ui/sub-tabs";
import { usePublicConfig } from "@/lib/client/public-config";
import { ViewLink } from "@/lib/client/tabs";
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
  return (
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
      actions={(attachment) => <Actions attachment={attachment} />}
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
  );
}

/** Actions specific to attachments. */
function Actions({ attachment }: { attachment: AttachmentDetail }) {
  const t = useTranslations("attachments");
  const { prefix } = usePublicConfig();
  const { mayAdd, mayDownload, mayShare } = useAttachmentPermissions();
  const [shown, setShown] = useState<"log" | "share">();
  const { attachmentId, fileType } = attachment;
  const isFile = fileType !== "Link";
  const close = () => setShown(undefined);
  return (
    <>
      {mayAdd && (
        <ViewLink to="/attachments/new" className={buttonClass({ variant: "ghost" })}>
          <Plus aria-hidden="true" />
          <ActionLabel>{t("new")}</ActionLabel>
        </ViewLink>
      )}
      {mayDownload && isFile && (
        <a
          href={downloadAddressOf(prefix, attachmentId)}
          download={wholeNameOf(attachment)}
          className={buttonClass({ variant: "ghost" })}
        >
          <Download aria-hidden="true" />
          <ActionLabel>{t("download")}</ActionLabel>
        </a>
      )}
      {mayShare && isFile && (
        <Button variant="ghost" icon={<Link2 />} onClick={() => setShown("share")}>
          <ActionLabel>{t("share.action")}</ActionLabel>
        </Button>
      )}
      <Button variant="ghost" icon={<ListChecks />} onClick={() => setShown("log")}>
        <ActionLabel>{t("log.action")}</ActionLabel>
      </Button>
      <Suspense fallback={null}>
        {shown === "log" && <DownloadLog attachment={attachment} onClose={close} />}
        {shown === "share" && <ShareDialog attachment={attachment} onClose={close} />}
      </Suspense>
    </>
  );
}
