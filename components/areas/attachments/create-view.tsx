"use client";
import { useTranslations } from "next-intl";
import { useId, useRef } from "react";
import { ErrorView } from "@/components/errors/error-view";
import { UploadPanel } from "@/components/resource/attachments/upload-panel";
import { useAttachmentPermissions } from "@/components/resource/attachments/use-attachment-permissions";
import { useInitialFocus } from "@/components/resource/form/create-form";
import { SectionCard } from "@/components/resource/form/section-card";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { useNavigation, useTab } from "@/lib/client/tabs";

/** `/attachments/new`: the content of the list's dialog in a separate tab. */
export default function CreateAttachmentView() {
  const t = useTranslations("attachments");
  const titleId = useId();
  const tab = useTab();
  const { open } = useNavigation();
  const { isOff } = useAttachmentPermissions();
  const box = useRef<HTMLDivElement>(null);
  useInitialFocus(() => box.current?.querySelector<HTMLElement>("[data-autofocus]"));
  if (isOff("Add")) return <ErrorView status={403} layout="inline" />;
  return (
    <SectionsColumn>
      <h1 className="font-semibold text-xl">{t("new")}</h1>
      <SectionCard title={t("sections.attachment")} titleId={titleId} description={t("createHint")}>
        <div ref={box}>
          <UploadPanel
            onClose={tab.close}
            onDone={(ids) =>
              open(ids.length === 1 ? `/attachments/${ids[0]}` : "/attachments", { mode: "replace" })
            }
          />
        </div>
      </SectionCard>
    </SectionsColumn>
  );
}
