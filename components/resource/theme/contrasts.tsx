"use client";
import { useTranslations } from "next-intl";
import { useFormat } from "@/lib/client/format";
import { contrast } from "@/lib/theme/oklch";
import type { ColourTokens, Token } from "@/lib/theme/palette";

/** Text and background pairs, shown with their contrast. */
const samples = [
  ["text", "background"],
  ["muted", "surface"],
  ["text", "hover"],
  ["text", "selected"],
  ["primary-text", "primary-subtle"],
  ["accent-text", "accent-subtle"],
  ["on-primary", "primary"],
  ["on-accent", "accent"],
  ["on-danger", "danger"],
  ["success", "success-subtle"],
  ["warning", "warning-subtle"],
  ["danger-text", "danger-subtle"],
] as const satisfies readonly (readonly [above: Token, below: Token])[];

/** Contrast of the text colours of a theme (PR-03). */
export function Contrasts({ tokens }: { tokens: ColourTokens }) {
  const t = useTranslations("resource.themePreview");
  const { number } = useFormat();
  const ratio = (above: string, below: string) => number(Math.round(contrast(above, below) * 10) / 10);
  return (
    <ul
      aria-label={t("contrast")}
      className="grid grid-cols-[repeat(auto-fill,minmax(120px,1fr))] gap-2 forced-color-adjust-none"
    >
      {samples.map(([above, below]) => (
        <li
          key={`${above} ${below}`}
          style={{ color: tokens[above], backgroundColor: tokens[below], borderColor: tokens.border }}
          className="rounded border px-3 py-1.5 text-sm"
        >
          <span className="block hyphens-auto break-words font-medium">{t(`below.${below}`)}</span>
          <span className="tabular-nums">{ratio(tokens[above], tokens[below])} : 1</span>
        </li>
      ))}
    </ul>
  );
}
