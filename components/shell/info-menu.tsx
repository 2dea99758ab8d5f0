"use client";
import { useQuery } from "@tanstack/react-query";
import { CircleHelp, ExternalLink, Info } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Skeleton } from "@/components/ui/skeleton";
import { queryOf } from "@/lib/client/api/query";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";

export function InfoMenu() {
  const t = useTranslations("shell.menu");
  const { productUrl } = usePublicConfig();
  const [about, setAbout] = useState(false);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label={t("info")}>
            <CircleHelp />
          </IconButton>
        }
      >
        {productUrl && (
          <MenuItem asChild>
            <a href={productUrl} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden="true" />
              {t("website")}
            </a>
          </MenuItem>
        )}
        <MenuItem icon={<Info />} onSelect={() => setAbout(true)}>
          {t("about")}
        </MenuItem>
      </Menu>
      <AboutDialog open={about} onOpenChange={setAbout} />
    </>
  );
}

/** Front-end and back-end versions (SH-03). */
function AboutDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
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
