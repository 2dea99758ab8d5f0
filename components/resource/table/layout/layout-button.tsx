"use client";
import { Columns3Cog } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { lazyPart } from "@/components/shell/lazy-part";
import { IconButton } from "@/components/ui/icon-button";
import { Popover, PopoverTrigger } from "@/components/ui/popover";
import type { LayoutTarget } from "./use-layout";

const LayoutPanel = lazyPart(() => import("./layout-panel"));

/** Opens the choice of columns and density (TL-07). */
export function LayoutButton(target: LayoutTarget) {
  const t = useTranslations("resource.table.layout");
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t("title")}
      anchor={
        <PopoverTrigger asChild>
          <IconButton label={t("title")}>
            <Columns3Cog />
          </IconButton>
        </PopoverTrigger>
      }
    >
      <Suspense fallback={<div className="h-60 w-64" />}>
        <LayoutPanel {...target} />
      </Suspense>
    </Popover>
  );
}
