"use client";
import { BookmarkCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { lazyPart } from "@/components/shell/lazy-part";
import { IconButton } from "@/components/ui/icon-button";
import { Popover, PopoverTrigger } from "@/components/ui/popover";
import type { ViewsPanelProps } from "./views-panel";

const ViewsPanel = lazyPart(() => import("./views-panel"));

/** Opens the saved views of a list (TL-07). */
export function ViewsButton(target: Omit<ViewsPanelProps, "onDone">) {
  const t = useTranslations("resource.table.views");
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t("title")}
      anchor={
        <PopoverTrigger asChild>
          <IconButton label={t("title")}>
            <BookmarkCheck />
          </IconButton>
        </PopoverTrigger>
      }
    >
      <Suspense fallback={<div className="h-60 w-72" />}>
        <ViewsPanel {...target} onDone={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
