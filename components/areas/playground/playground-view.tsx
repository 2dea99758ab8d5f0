"use client";
import { Shapes, TextCursorInput } from "lucide-react";
import { useTranslations } from "next-intl";
import { SubTabs } from "@/components/shell/sub-tabs";
import { FieldGallery } from "./field-gallery";
import { LazyIconGallery } from "./lazy-icon-gallery";

/** `/playground` (RT-05): all icons, and all fields and display types. */
export default function PlaygroundView() {
  const t = useTranslations("playground.tabs");
  return (
    <SubTabs
      items={[
        { id: "icons", label: t("icons"), icon: Shapes, content: <LazyIconGallery /> },
        { id: "fields", label: t("fields"), icon: TextCursorInput, content: <FieldGallery /> },
      ]}
    />
  );
}
