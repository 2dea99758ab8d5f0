"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { FieldValue } from "../values/field-value";
import type { ComparedField } from "./three-way";

type Side = "before" | "yours" | "theirs";

interface FieldComparisonProps {
  fields: readonly ComparedField[];
  /** The columns from left to right, with their titles. */
  sides: readonly { side: Side; title: string }[];
  label: (name: string) => string;
  /** Extra content next to a value, such as a radio button. */
  extra?: (field: ComparedField, side: Side) => ReactNode;
}

/** Compares values of one record side by side, field by field; stacked on small screens. */
export function FieldComparison({ fields, sides, label, extra }: FieldComparisonProps) {
  const t = useTranslations("resource.conflict");
  return (
    <div className="rounded border">
      <table className="w-full table-fixed text-sm max-sm:block">
        <thead className="bg-background text-left text-muted text-xs max-sm:sr-only">
          <tr>
            <th scope="col" className="px-3 py-2 font-medium">
              {t("field")}
            </th>
            {sides.map(({ side, title }) => (
              <th key={side} scope="col" className="px-3 py-2 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {fields.map((field) => (
            <tr key={field.name} className="border-t align-top first:border-t-0 max-sm:block max-sm:py-1">
              <th scope="row" className="px-3 py-2 text-left font-medium max-sm:block">
                {label(field.name)}
                {field.clash && (
                  <Badge tone="warning" className="mt-1 flex w-fit whitespace-nowrap">
                    {t("clash")}
                  </Badge>
                )}
              </th>
              {sides.map(({ side, title }) => (
                <td
                  key={side}
                  className={cn(
                    "break-words px-3 py-2 max-sm:block max-sm:py-1",
                    side === "before" ? "text-muted" : field.clash && "bg-warning/8",
                  )}
                >
                  <span className="block text-muted text-xs sm:hidden">{title}</span>
                  {/* Limits the height, since a value may have megabytes. */}
                  <div className="max-h-40 overflow-y-auto">
                    <FieldValue name={field.name} value={field[side]} />
                  </div>
                  {extra?.(field, side)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
