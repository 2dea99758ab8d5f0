"use client";
import { Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePermissionLabel } from "../values/permission-labels";

const entries = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Added and removed entries of a list, which are hard to spot in two long columns. */
export function ListChange({
  name,
  previous,
  current,
}: {
  name: string;
  previous: unknown;
  current: unknown;
}) {
  const t = useTranslations("history");
  const permissionLabel = usePermissionLabel();
  const before = entries(previous);
  const after = entries(current);
  const text = name === "permissions" ? permissionLabel : (entry: string) => entry;
  const lines = [
    ...after.filter((entry) => !before.includes(entry)).map((entry) => ({ entry, added: true })),
    ...before.filter((entry) => !after.includes(entry)).map((entry) => ({ entry, added: false })),
  ];
  if (lines.length === 0) return <p className="text-muted">{t("noDifferences")}</p>;
  return (
    <ul className="flex flex-col gap-1">
      {lines.map(({ entry, added }) => {
        const Icon = added ? Plus : Minus;
        return (
          <li key={entry} className="flex items-start gap-1.5">
            <Icon
              aria-hidden="true"
              className={added ? "mt-1 size-3 shrink-0 text-success" : "mt-1 size-3 shrink-0 text-danger"}
            />
            <span className="sr-only">{t(added ? "added" : "removed")}</span>
            <span className={added ? "min-w-0 break-words" : "min-w-0 break-words text-muted line-through"}>
              {text(entry)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
