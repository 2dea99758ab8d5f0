"use client";
import { LayoutGrid } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { isGallery, withGallery } from "./layout/layout";
import type { LayoutControl } from "./layout/use-layout";

/** Shows a list as pictures or as rows; stored with its columns. */
export default function GallerySwitch({ control: { layout, setLayout } }: { control: LayoutControl }) {
  const isOn = isGallery(layout);
  return (
    <IconButton
      label={useTranslations("resource.table")("gallery")}
      aria-pressed={isOn}
      className={isOn ? "bg-selected text-primary" : undefined}
      onClick={() => setLayout(withGallery(layout, !isOn))}
    >
      <LayoutGrid />
    </IconButton>
  );
}
