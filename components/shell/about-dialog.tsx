"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { queryOf } from "@/lib/client/api/query";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";

interface AboutDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Shows the front-end and back-end versions (SH-03). */
export function AboutDialog({ open, onOpenChange }: AboutDialogProps) {
  const t = useTranslations("shell.about");
  const { appTitle, version } = usePublicConfig();
  const backEnd = useQuery({ ...queryOf(contract.settings.version, {}), enabled: open });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="sm" title={t("title", { app: appTitle })}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 pb-3 text-sm tabular-nums">
        <dt className="text-muted">{t("frontEnd")}</dt>
        <dd>{version}</dd>
        <dt className="text-muted">{t("backEnd")}</dt>
        <dd>{backEnd.data?.version ?? (backEnd.isError ? t("unknown") : <Skeleton className="w-12" />)}</dd>
      </dl>
    </Dialog>
  );
}
