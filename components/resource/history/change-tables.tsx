"use client";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { FieldValue } from "../values/field-value";
import { type FieldChange, fieldChanges, isEmpty } from "./changes";
import { ListChange } from "./list-change";

interface ChangesTableProps {
  changes: readonly FieldChange[];
  label: (name: string) => string;
}

/** Fields of a record before and after a change; unchanged ones on request. */
export function ChangesTable({ changes, label }: ChangesTableProps) {
  const t = useTranslations("history");
  const [isUnfolded, setIsUnfolded] = useState(false);
  const changed = changes.filter((field) => field.changed);
  const unchanged = changes.length - changed.length;
  const shown = isUnfolded ? changes : changed;
  return (
    <>
      {changed.length === 0 && <p className="text-muted text-sm">{t("noDifferences")}</p>}
      {shown.length > 0 && (
        <div className="overflow-x-auto rounded-lg border bg-surface">
          <table className="w-full table-fixed text-sm">
            <thead className="bg-background text-left text-muted text-xs">
              <tr className={narrowRow}>
                {(["field", "previous", "current"] as const).map((column) => (
                  <th
                    key={column}
                    scope="col"
                    className={cn("px-3 py-2 font-medium", column === "field" && "max-sm:sr-only")}
                  >
                    {t(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((field) => (
                <ChangeRow key={field.name} field={field} label={label} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {unchanged > 0 && (
        <Button
          variant="ghost"
          size="sm"
          className="self-start"
          icon={isUnfolded ? <ChevronUp /> : <ChevronDown />}
          aria-expanded={isUnfolded}
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          {t("unchanged", { count: unchanged })}
        </Button>
      )}
    </>
  );
}

function ChangeRow({ field, label }: { field: FieldChange; label: (name: string) => string }) {
  const t = useTranslations("history");
  const { name, previous, current, changed } = field;
  return (
    <tr className={cn("border-t align-top", narrowRow, changed && "bg-warning/8")}>
      <th scope="row" className="break-words px-3 py-2 text-left font-medium max-sm:col-span-2 max-sm:pb-0">
        {label(name)}
        {changed && (
          <>
            {" "}
            <Badge tone="warning">{t("changed")}</Badge>
          </>
        )}
      </th>
      {Array.isArray(previous) || Array.isArray(current) ? (
        <td colSpan={2} className="px-3 py-2 max-sm:col-span-2">
          <ListChange name={name} previous={previous} current={current} />
        </td>
      ) : (
        <>
          <td className="break-words px-3 py-2 text-muted">
            <FieldValue name={name} value={previous} />
          </td>
          <td className="break-words px-3 py-2">
            <FieldValue name={name} value={current} />
          </td>
        </>
      )}
    </tr>
  );
}

/** Complete record at a point in time (HI-03), or as created; fields without a value are left out. */
export function StateTable({
  title,
  state,
  label,
}: {
  title: string;
  state: Readonly<Record<string, unknown>>;
  label: (name: string) => string;
}) {
  const fields = fieldChanges({ previous: null, current: state }).filter(({ current }) => !isEmpty(current));
  return (
    <div className="overflow-x-auto rounded-lg border bg-surface">
      <table aria-label={title} className="w-full table-fixed text-sm">
        <tbody>
          {fields.map(({ name, current }) => (
            <tr key={name} className="border-t align-top first:border-t-0">
              <th scope="row" className="w-2/5 break-words px-3 py-2 text-left font-medium">
                {label(name)}
              </th>
              <td className="break-words px-3 py-2">
                <FieldValue name={name} value={current} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** On small screens the field name is above its two values. */
const narrowRow = "max-sm:grid max-sm:grid-cols-2";
