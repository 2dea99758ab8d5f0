"use client";
import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, FormProvider, useForm } from "react-hook-form";
import type * as z from "zod";
import { Button } from "@/components/ui/button";
import { type Conflict, ConflictDialog } from "./conflict-dialog";
import { useEditScope } from "./edit-scope";
import { FormContextProvider } from "./form-context";
import { FormShell } from "./form-shell";
import { ProblemAlert } from "./problem-alert";
import { ReasonedButton } from "./reasoned-button";
import { useSchemaResolver } from "./resolver";
import { useSaveForm } from "./save-form";
import { SectionCard } from "./section-card";
import { mergeThreeWay } from "./three-way";
import { useEditFocus } from "./use-edit-focus";

interface Stored {
  version: number;
  updatedBy?: string | null;
}

interface FormSectionProps<Values extends FieldValues, Record extends Stored> {
  /** Unique within the view. */
  id: string;
  title: string;
  description?: ReactNode;
  schema: z.ZodType;
  record: Record;
  /** The part of the record that this section edits. */
  valuesOf: (record: Record) => Values;
  label: (name: string) => string;
  /** Saves against the version that the edit began with, so that a change in between is noticed (FM-09). */
  save: (values: Values, version: number) => Promise<Record>;
  /** Reloads; the section returns to reading once it resolves. */
  onSaved: (stored: Record | undefined) => Promise<void>;
  /** Without the permission there is no Edit button. */
  canEdit: boolean;
  /** Why nobody can edit the record. */
  lockedReason?: string;
  /** Saves without saying so, because what is seen says it. */
  quiet?: boolean;
  children: ReactNode;
}

/** One section of a detail view: reads like text until Edit turns it into a form (FM-01). */
export function FormSection<Values extends FieldValues, Record extends Stored>({
  id,
  title,
  description,
  schema,
  record,
  valuesOf,
  label,
  save,
  onSaved,
  canEdit,
  lockedReason,
  quiet,
  children,
}: FormSectionProps<Values, Record>) {
  const t = useTranslations("resource.form");
  const common = useTranslations("common");
  const scope = useEditScope();
  const titleId = useId();
  const editButton = useRef<HTMLButtonElement>(null);
  const fieldsBox = useRef<HTMLDivElement>(null);
  const [before, setBefore] = useState<Record>();
  const [conflict, setConflict] = useState<Conflict & { stored: Record }>();
  const editing = before !== undefined;

  const form = useForm<Values>({
    resolver: useSchemaResolver<Values>(schema),
    defaultValues: valuesOf(record) as DefaultValues<Values>,
    reValidateMode: "onChange",
  });

  const stop = () => {
    setBefore(undefined);
    setConflict(undefined);
    saving.forget();
    scope.end(id);
  };

  const saving = useSaveForm<Values, Record>({
    form,
    quiet,
    save: (values, version) => save(values, version ?? before?.version ?? record.version),
    onSaved: async (stored) => {
      await onSaved(stored);
      stop();
    },
    onConflict: (current, yours) => {
      if (!before || typeof current !== "object" || current === null || !("version" in current)) return false;
      const stored = current as Record;
      setConflict({
        stored,
        before: valuesOf(before),
        yours,
        theirs: valuesOf(stored),
        savedBy: stored.updatedBy ?? undefined,
      });
      return true;
    },
  });

  // The tab asks through these when it closes, long after they were handed over.
  const latest = useRef({ submit: saving.submit, stop });
  latest.current = { submit: saving.submit, stop };

  const begin = () => {
    form.reset(valuesOf(record));
    saving.forget();
    setBefore(record);
    scope.begin(id, { save: () => latest.current.submit(), discard: () => latest.current.stop() });
  };

  useEditFocus(editing, fieldsBox, "input, textarea, select", editButton);

  const overwrite = () => {
    if (!conflict) return;
    const merged = mergeThreeWay(conflict.before, conflict.yours as Values, conflict.theirs);
    form.reset(merged, { keepDefaultValues: true });
    setConflict(undefined);
    saving.persist(merged, conflict.stored.version);
  };

  const otherActive = scope.active !== undefined && scope.active !== id;
  const reason = lockedReason ?? (otherActive ? t("otherSectionEdited") : undefined);
  const fields = (
    <FormContextProvider value={{ editing, label, stored: valuesOf(record) }}>
      <div ref={fieldsBox} className="flex flex-col gap-4">
        {children}
      </div>
    </FormContextProvider>
  );

  return (
    <SectionCard
      title={title}
      titleId={titleId}
      description={description}
      action={
        canEdit &&
        !editing && (
          <ReasonedButton
            ref={editButton}
            size="sm"
            icon={<Pencil />}
            disabledReason={reason}
            aria-describedby={titleId}
            onClick={begin}
          >
            {common("edit")}
          </ReasonedButton>
        )
      }
    >
      {editing ? (
        <FormShell form={form} label={title} onSubmit={saving.submit}>
          <ProblemAlert problem={saving.problem} className="mb-4" />
          {fields}
          <div className="mt-5 flex flex-wrap items-center gap-2">
            <Button type="submit" variant="primary" loading={saving.saving}>
              {common("save")}
            </Button>
            <Button onClick={stop}>{common("cancel")}</Button>
          </div>
        </FormShell>
      ) : (
        <FormProvider {...form}>{fields}</FormProvider>
      )}
      <ConflictDialog
        conflict={conflict}
        label={label}
        saving={saving.saving}
        onKeepEditing={() => setConflict(undefined)}
        onTakeTheirs={async () => {
          await onSaved(conflict?.stored);
          stop();
        }}
        onOverwrite={overwrite}
      />
    </SectionCard>
  );
}
