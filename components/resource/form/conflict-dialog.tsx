"use client";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog } from "@/components/ui/dialog";
import { FieldValue } from "../record/field-value";
import { compareThreeWay } from "./three-way";

type Values = Readonly<Record<string, unknown>>;

export interface Conflict {
  before: Values;
  yours: Values;
  theirs: Values;
  /** Who saved in between, as far as the server says. */
  savedBy?: string;
}

const sides = ["before", "yours", "theirs"] as const;

interface ConflictDialogProps {
  conflict: Conflict | undefined;
  label: (name: string) => string;
  saving: boolean;
  onKeepEditing: () => void;
  onTakeTheirs: () => void;
  onOverwrite: () => void;
}

/** Two people saved one record: the second sees all three versions and decides (FM-09). Closing it keeps what was typed. */
export function ConflictDialog({
  conflict,
  label,
  saving,
  onKeepEditing,
  onTakeTheirs,
  onOverwrite,
}: ConflictDialogProps) {
  const t = useTranslations("resource.conflict");
  const fields = conflict ? compareThreeWay(conflict.before, conflict.yours, conflict.theirs) : [];
  return (
    <Dialog
      open={conflict !== undefined}
      onOpenChange={(open) => !open && onKeepEditing()}
      size="lg"
      title={t("title")}
      description={t("description", { name: conflict?.savedBy || t("somebody") })}
      footer={
        <>
          <Button variant="ghost" onClick={onKeepEditing}>
            {t("keepEditing")}
          </Button>
          <Button onClick={onTakeTheirs}>{t("takeTheirs")}</Button>
          <Button variant="primary" loading={saving} onClick={onOverwrite}>
            {t("overwrite")}
          </Button>
        </>
      }
    >
      {fields.length === 0 ? (
        <p className="text-sm">{t("nothingLost")}</p>
      ) : (
        <div className="rounded border">
          <table className="w-full table-fixed text-sm max-sm:block">
            <thead className="bg-background text-left text-muted text-xs max-sm:sr-only">
              <tr>
                {(["field", ...sides] as const).map((column) => (
                  <th key={column} scope="col" className="px-3 py-2 font-medium">
                    {t(column)}
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
                  {sides.map((side) => (
                    <td
                      key={side}
                      className={cn(
                        "break-words px-3 py-2 max-sm:block max-sm:py-1",
                        side === "before" ? "text-muted" : field.clash && "bg-warning/8",
                      )}
                    >
                      <span className="block text-muted text-xs sm:hidden">{t(side)}</span>
                      <FieldValue name={field.name} value={field[side]} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="pt-3 text-muted text-xs">{t("overwriteHint")}</p>
    </Dialog>
  );
}
