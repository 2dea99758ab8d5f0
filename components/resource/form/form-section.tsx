"use client";
import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useRef } from "react";
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type * as z from "zod";
import { useSingleKey } from "@/components/ui/single-keys";
import { ConflictDialog } from "./conflict-dialog";
import { DraftBanner } from "./draft-banner";
import { useEditScope } from "./edit-scope";
import { FormContextProvider } from "./form-context";
import { KeptForm } from "./kept-form";
import { ReasonedButton } from "./reasoned-button";
import { useSchemaResolver } from "./resolver";
import { SectionCard } from "./section-card";
import { useEditFocus } from "./use-edit-focus";
import { type SectionEditOptions, type Stored, useSectionEdit } from "./use-section-edit";

interface FormSectionProps<Values extends FieldValues, Record extends Stored>
  extends SectionEditOptions<Values, Record> {
  description?: ReactNode;
  schema: z.ZodType;
  /** False hides the Edit button. */
  canEdit: boolean;
  /** Why the record cannot be edited at all. */
  lockedReason?: string;
  /** By default 'Save'. */
  submitLabel?: string;
  /** Further buttons beside it. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Section of a detail view: renders text until Edit turns it into a form (FM-01). */
export function FormSection<Values extends FieldValues, Record extends Stored>({
  description,
  schema,
  canEdit,
  lockedReason,
  submitLabel,
  actions,
  children,
  ...options
}: FormSectionProps<Values, Record>) {
  const t = useTranslations("resource.form");
  const forbidden = useTranslations("resource.draft")("forbidden");
  const partial = useTranslations("resource.record")("partial");
  const common = useTranslations("common");
  const { isPartial } = useEditScope();
  const { title, record, valuesOf, label } = options;
  const titleId = useId();
  const editKey = useSingleKey("edit", common("edit"));
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

  const reason = isPartial
    ? partial
    : (lockedReason ?? (edit.isBlocked ? t("otherSectionEdited") : undefined));
  const stored = valuesOf(record);
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
            {...editKey}
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
          onRestore={edit.restore}
          onDiscard={async (kept) => {
            await draft.discard(kept);
            editButton.current?.focus();
          }}
        />
      )}
      <SectionBody
        form={form}
        title={title}
        edit={edit}
        submitLabel={submitLabel ?? common("save")}
        actions={actions}
      >
        <FormContextProvider value={{ editing, label, stored, isPartial, secret: draft.secret }}>
          <div ref={fieldsBox} className="flex flex-col gap-4 in-data-side-panel:gap-2">
            {children}
          </div>
        </FormContextProvider>
      </SectionBody>
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

interface SectionBodyProps<Values extends FieldValues, Record extends Stored> {
  form: UseFormReturn<Values>;
  title: string;
  edit: ReturnType<typeof useSectionEdit<Values, Record>>;
  submitLabel: string;
  actions: ReactNode;
  children: ReactNode;
}

function SectionBody<Values extends FieldValues, Record extends Stored>({
  form,
  title,
  edit: { editing, saving, draft, stop },
  children,
  ...buttons
}: SectionBodyProps<Values, Record>) {
  if (!editing) return <FormProvider {...form}>{children}</FormProvider>;
  return (
    <KeptForm form={form} label={title} saving={saving} draft={draft} onCancel={stop} {...buttons}>
      {children}
    </KeptForm>
  );
}
