"use client";
import { useTranslations } from "next-intl";

/** How much of a file has been sent, from 0 to 100. */
export function UploadProgress({ label, percent }: { label: string; percent: number }) {
  const t = useTranslations("attachments.upload");
  return (
    <div className="flex items-center gap-2">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 flex-1 overflow-hidden rounded-full bg-primary/15"
      >
        <div className="drawn h-full bg-primary" style={{ width: `${percent}%` }} />
      </div>
      <span className="w-10 text-right text-muted text-xs tabular-nums">
        {t("percent", { value: percent / 100 })}
      </span>
    </div>
  );
}
