"use client";
import { useTranslations } from "next-intl";
import { colourNamed } from "@/lib/theme/colours";

/** A colour with its name, since colour alone is not accessible. */
export function ColourValue({ value }: { value: string }) {
  const t = useTranslations("fields.colours");
  const name = colourNamed(value);
  return (
    <span className="inline-flex items-center gap-2">
      <span
        aria-hidden="true"
        className="size-3.5 rounded-full border forced-color-adjust-none"
        style={{ backgroundColor: value }}
      />
      {name ? t(name) : value}
    </span>
  );
}
