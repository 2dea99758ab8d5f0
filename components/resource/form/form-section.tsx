"use client";
import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useRef } from "react";
import { type DefaultValues, type FieldValues, FormProvider, useForm } from "react-hook-form";
import type * as z from "zod";
import { Button } from "@/components/ui/button";
import { ConflictDialog } from "./conflict-dialog";
import { DraftBanner, NotKept } from "./draft-banner";
import { useEditScope } from "./edit-scope";
import { FormContextProvider } from "./form-context";
import { FormShell } from "./form-shell";
import { ProblemAlert } from "./problem-alert";
import { ReasonedButton } from "./reasoned-button";
import { useSchemaResolver } from "./resolver";
import { SectionCard } from "./section-card";
import { useEditFocus } from "./use-edit-focus";
import { type SectionEditOptions, type Stored, useSectionEdit } from "./use-section-edit";

interface FormSectionProps<Values extends FieldValues, Record extends Stored>
  extends SectionEditOptions<Values, Record> {
  description?: ReactNode;
  schema: z.ZodType;
  /** Without the permission there is no Edit button. */
  canEdit: boolean;
  /** Why nobody can edit the record. */
  lockedReason?: string;
  children: ReactNode;
}

/** One section of a detail view: reads like text until Edit turns it into a form (FM-01). */
export function FormSection<Values extends FieldValues, Record extends Stored>({
  description,
  schema,
  canEdit,
  lockedReason,
  children,
  ...options
}: FormSectionProps<Values, Record>) {
  const t = useTranslations("resource.form");
  const forbidden = useTranslations("resource.draft")("forbidden");
  const common = useTranslations("common");
  const { id, title, record, valuesOf, label } = options;
  const scope = useEditScope();
  const titleId = useId();
  const editButton = useRef<HTMLButtonElement>(null);
  const fieldsBox = useRef<HTMLDivElement>(null);
  const form = useForm<Values>({
    resolver: useSchemaResolver<Values>(schema),
    defaultValues: valuesOf(record) as DefaultValues<Values>,
    reValidateMode: "onChange",
    shouldFocusError: false,
  });
  const edit = useSectionEdit(form, options);
  const { editing, saving, draft } = edit;
  useEditFocus(editing, fieldsBox, "input:not([type=file]), textarea, select", editButton);

  const otherActive = scope.active !== undefined && scope.active !== id;
  const reason = lockedReason ?? (otherActive ? t("otherSectionEdited") : undefined);
  const stored = valuesOf(record);
  const fields = (
    <FormContextProvider value={{ editing, label, stored, secret: draft.secret }}>
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
            onClick={edit.edit}
          >
            {common("edit")}
          </ReasonedButton>
        )
      }
    >
      {draft.offered && !editing && (
        <DraftBanner
          key={draft.offered.id}
          draft={draft.offered}
          stored={stored}
          label={label}
          changedBy={draft.offered.baseVersion === record.version ? undefined : (record.updatedBy ?? "")}
          blockedReason={canEdit ? reason : forbidden}
          onRestore={() => draft.offered && edit.restore(draft.offered)}
          onDiscard={async () => {
            if (draft.offered) await draft.discard(draft.offered);
            editButton.current?.focus();
          }}
        />
      )}
      {editing ? (
        <FormShell form={form} label={title} faults={saving.faults} onSubmit={saving.submit}>
          <ProblemAlert problem={saving.problem} className="mb-4" />
          {fields}
          <div className="mt-5 flex flex-wrap items-center gap-2">
            <Button type="submit" variant="primary" loading={saving.saving}>
              {common("save")}
            </Button>
            <Button onClick={edit.stop}>{common("cancel")}</Button>
            <NotKept failed={draft.failed} />
          </div>
        </FormShell>
      ) : (
        <FormProvider {...form}>{fields}</FormProvider>
      )}
      <ConflictDialog
        conflict={edit.conflict}
        label={label}
        saving={saving.saving}
        onKeepEditing={edit.keepEditing}
        onTakeTheirs={edit.takeTheirs}
        onOverwrite={(merged) => edit.overwrite(merged as Values)}
      />
    </SectionCard>
  );
}
