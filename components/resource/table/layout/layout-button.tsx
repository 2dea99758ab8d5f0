"use client";
import { Columns3 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazyPart } from "@/components/loading/lazy-part";
import { PanelButton } from "../panel-button";
import type { LayoutTarget } from "./use-layout";

const LayoutPanel = lazyPart(() => import("./layout-panel"));

/** Opens the settings for columns and density (TL-07). */
export function LayoutButton(target: LayoutTarget) {
  return (
    <PanelButton
      label={useTranslations("resource.table.layout")("title")}
      icon={<Columns3 />}
      size="h-60 w-64"
    >
      {() => <LayoutPanel {...target} />}
    </PanelButton>
  );
}
