"use client";
import { useTranslations } from "next-intl";
import { ProgressBar } from "@/components/ui/progress-bar";

/** Progress of an upload, from 0 to 100. */
export function UploadProgress({ label, percent }: { label: string; percent: number }) {
  const t = useTranslations("attachments.upload");
  return (
    <div className="flex items-center gap-2">
      <ProgressBar label={label} value={percent} className="flex-1" />
      <span className="w-10 text-right text-muted text-xs tabular-nums">
        {t("percent", { value: percent / 100 })}
      </span>
    </div>
  );
}
