"use client";
import { MessageSquareText, Palette, Shapes, TextCursorInput } from "lucide-react";
import { useTranslations } from "next-intl";
import { SubTabs } from "@/components/shell/sub-tabs";
import { FieldGallery } from "./field-gallery";
import { LazyIconGallery } from "./lazy-icon-gallery";
import { States } from "./states";
import { ThemeLab } from "./theme-lab";

/**
 * `/playground` (RT-05): all icons, all fields and display types, and what views look like in between, and
 * themes of two colours.
 */
export default function PlaygroundView() {
  const t = useTranslations("playground.tabs");
  return (
    <SubTabs
      items={[
        { id: "icons", label: t("icons"), icon: Shapes, content: <LazyIconGallery /> },
        { id: "fields", label: t("fields"), icon: TextCursorInput, content: <FieldGallery /> },
        { id: "states", label: t("states"), icon: MessageSquareText, content: <States /> },
        {
          id: "theme",
          label: t("theme"),
          icon: Palette,
          content: <ThemeLab />,
        },
      ]}
    />
  );
}
