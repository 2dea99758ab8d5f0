"use client";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Tooltip } from "@/components/ui/tooltip";
import { labelsShown } from "./labels-shown";

/** What is chosen, as up to three labels and +N; the tooltip of +N names the others. */
export function ChosenLabels({ labels }: { labels: readonly string[] }) {
  const t = useTranslations("fields.select");
  const { shown, more } = labelsShown(labels);
  return (
    <>
      {shown.map((label, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two entries may have one name
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
