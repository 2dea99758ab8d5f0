"use client";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { signInAgain } from "@/components/errors/sign-in-again";
import { usePercent } from "@/components/resource/viewer/use-percent";
import { ProgressBar } from "@/components/ui/progress-bar";

const isPaused = () => signInAgain.state() !== "present";

/** Progress of an upload, from 0 to 100; without a session it waits for the next sign-in. */
export function UploadProgress({ label, percent }: { label: string; percent: number }) {
  const t = useTranslations("attachments.upload");
  const format = usePercent();
  const paused = useSyncExternalStore(signInAgain.subscribe, isPaused, () => false);
  return (
    <div className="flex items-center gap-2">
      <ProgressBar label={label} value={percent} className="flex-1" />
      <span className="min-w-10 text-right text-muted text-xs tabular-nums">
        {paused ? t("paused") : format(percent / 100)}
      </span>
    </div>
  );
}
