"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Tooltip } from "@/components/ui/tooltip";

/** Chosen values as up to three labels and +N with the others in a tooltip. */
export function ChosenLabels({ labels }: { labels: readonly string[] }) {
  const t = useTranslations("fields.select");
  const { shown, more } = labelsShown(labels);
  return (
    <>
      {shown.map((label, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat
        <Badge key={index} className="min-w-0 shrink max-w-40">
          <span className="truncate">{label}</span>
        </Badge>
      ))}
      {more > 0 && (
        <Tooltip content={labels.slice(shown.length).join(", ")}>
          <span className="inline-flex shrink-0">
            <Badge>
              <span aria-hidden="true">{t("more", { count: more })}</span>
              <span className="sr-only">{t("moreLabel", { count: more })}</span>
            </Badge>
          </span>
        </Tooltip>
      )}
    </>
  );
}

const maxShown = 3;

/** Splits the chosen values into up to three labels and the number of others (FM-08). */
export function labelsShown<T>(chosen: readonly T[]): { shown: readonly T[]; more: number } {
  return { shown: chosen.slice(0, maxShown), more: Math.max(chosen.length - maxShown, 0) };
}
