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
        <div className="overflow-x-auto rounded border">
          <table className="w-full min-w-lg table-fixed text-sm">
            <thead className="bg-background text-left text-muted text-xs">
              <tr>
                {(["field", "before", "yours", "theirs"] as const).map((column) => (
                  <th key={column} scope="col" className="px-3 py-2 font-medium">
                    {t(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {fields.map(({ name, before, yours, theirs, clash }) => (
                <tr key={name} className="border-t align-top">
                  <th scope="row" className="px-3 py-2 text-left font-medium">
                    {label(name)}
                    {clash && (
                      <Badge tone="warning" className="ml-1.5">
                        {t("clash")}
                      </Badge>
                    )}
                  </th>
                  {[before, yours, theirs].map((value, side) => (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: the three sides never change places
                      key={side}
                      className={cn(
                        "break-words px-3 py-2",
                        side === 0 ? "text-muted" : clash && "bg-warning/8",
                      )}
                    >
                      <FieldValue name={name} value={value} />
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
