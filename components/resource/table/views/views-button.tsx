"use client";
import { BookmarkCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazyPart } from "@/components/shell/lazy-part";
import { PanelButton } from "../panel-button";
import type { ViewsPanelProps } from "./views-panel";

const ViewsPanel = lazyPart(() => import("./views-panel"));

/** Opens the saved views of a list (TL-07). */
export function ViewsButton(target: Omit<ViewsPanelProps, "onDone">) {
  return (
    <PanelButton
      label={useTranslations("resource.table.views")("title")}
      icon={<BookmarkCheck />}
      size="h-60 w-80"
    >
      {(close) => <ViewsPanel {...target} onDone={close} />}
    </PanelButton>
  );
}
