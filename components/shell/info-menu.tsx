"use client";
import { CircleHelp, ExternalLink, Info } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { usePublicConfig } from "@/lib/client/public-config";
import { AboutDialog } from "./about-dialog";

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
