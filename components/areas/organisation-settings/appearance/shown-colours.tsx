"use client";
import { ArrowRight, Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFormat } from "@/lib/client/format";
import type { ThemeColours } from "@/lib/theme/palette";
import { readabilityOf } from "@/lib/theme/readability";

interface ShownColoursProps {
  name: "primary" | "accent";
  colours: ThemeColours;
}

/** The chosen colour beside its replacement in each mode, if its contrast is too low (PR-03). */
export function ShownColours({ name, colours }: ShownColoursProps) {
  const t = useTranslations("organisation-settings.appearance");
  const format = useFormat();
  const asked = colours[name].toLowerCase();
  return (
    <dl className="grid gap-1 text-xs">
      {(["light", "dark"] as const).map((mode) => {
        const { shown, contrast, needed } = readabilityOf({ ...colours, isDark: mode === "dark" })[name];
        const isKept = shown === asked;
        return (
          <div key={mode} className="flex min-h-6 flex-wrap items-center gap-x-2">
            <dt className="w-22 shrink-0 text-muted">{t(mode)}</dt>
            <dd className="flex min-w-0 flex-wrap items-center gap-x-1.5">
              <Swatch colour={asked} />
              {isKept ? (
                <>
                  <Check aria-hidden="true" className="size-3.5 text-success" />
                  {t("asChosen")}
                </>
              ) : (
                <>
                  <ArrowRight aria-hidden="true" className="size-3.5 text-muted" />
                  <Swatch colour={shown} />
                  <span className="font-mono">{shown}</span>
                  <span className="text-muted tabular-nums">
                    {t("insteadOf", { contrast: format.number(contrast), needed: format.number(needed) })}
                  </span>
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Swatch({ colour }: { colour: string }) {
  return (
    <span
      aria-hidden="true"
      className="size-5 shrink-0 rounded border forced-color-adjust-none"
      style={{ backgroundColor: colour }}
    />
  );
}
