"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Radio } from "@/components/ui/radio-group";
import { useCurrentUser } from "@/lib/client/permissions";
import { userDisplayName } from "@/lib/format/user-name";
import type { Conflict } from "./edit-state";
import { FieldComparison } from "./field-comparison";
import { compareThreeWay, mergeThreeWay } from "./three-way";

type Values = Readonly<Record<string, unknown>>;

interface ConflictDialogProps {
  conflict: Conflict | undefined;
  label: (name: string) => string;
  saving: boolean;
  onKeepEditing: () => void;
  onTakeTheirs: () => void;
  /** Receives the user's changes merged over the stored values, except fields where the stored value was chosen. */
  onOverwrite: (merged: Values) => void;
}

/** Resolves an edit conflict (FM-09): shows all three versions side by side. Closing it keeps the typed values. */
export function ConflictDialog(props: ConflictDialogProps) {
  return props.conflict ? <OpenDialog {...props} conflict={props.conflict} /> : null;
}

function OpenDialog({
  conflict,
  label,
  saving,
  onKeepEditing,
  onTakeTheirs,
  onOverwrite,
}: ConflictDialogProps & { conflict: Conflict }) {
  const t = useTranslations("resource.conflict");
  const { before, yours, theirs, savedBy } = conflict;
  const profile = useCurrentUser().data?.profile;
  const isOwnSave = profile !== undefined && savedBy === userDisplayName(profile);
  const [discarded, setDiscarded] = useState<ReadonlySet<string>>(new Set());
  const fields = compareThreeWay(before, yours, theirs);

  const overwrite = () => {
    const merged = mergeThreeWay(before, yours, theirs);
    const chosen = [...discarded].map((name) => [name, theirs[name]]);
    onOverwrite({ ...merged, ...Object.fromEntries(chosen) });
  };
  const choose = (name: string, side: "yours" | "theirs") => {
    const next = new Set(discarded);
    if (side === "theirs") next.add(name);
    else next.delete(name);
    setDiscarded(next);
  };

  return (
    <Dialog
      open
      onOpenChange={onKeepEditing}
      size="lg"
      title={isOwnSave ? t("titleYou") : t("title")}
      description={isOwnSave ? t("you") : t("description", { name: savedBy || t("someone") })}
      footer={
        <>
          <Button variant="ghost" onClick={onKeepEditing}>
            {t("keepEditing")}
          </Button>
          <Button onClick={onTakeTheirs}>{t("takeTheirs")}</Button>
          <Button variant="primary" loading={saving} onClick={overwrite}>
            {discarded.size > 0 ? t("saveChoice") : t("overwrite")}
          </Button>
        </>
      }
    >
      {fields.length === 0 ? (
        <p className="text-sm">{t("nothingLost")}</p>
      ) : (
        <FieldComparison
          fields={fields}
          label={label}
          sides={(["before", "yours", "theirs"] as const).map((side) => ({ side, title: t(side) }))}
          extra={({ name, clash }, side) =>
            clash &&
            side !== "before" && (
              <Radio
                label={t(side)}
                name={`conflict-${name}`}
                aria-label={`${t("choose", { field: label(name) })}: ${t(side)}`}
                className="mt-1 flex w-fit text-muted text-xs"
                checked={(side === "theirs") === discarded.has(name)}
                onChange={() => choose(name, side)}
              />
            )
          }
        />
      )}
      <p className="pt-3 text-muted text-xs">{t("overwriteHint")}</p>
    </Dialog>
  );
}
