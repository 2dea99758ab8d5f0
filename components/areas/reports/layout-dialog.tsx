"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useId, useRef, useState } from "react";
import { Controller, useForm, useFormContext } from "react-hook-form";
import { UploadProgress } from "@/components/resource/attachments/upload-progress";
import { nameOfUpload } from "@/components/resource/attachments/use-uploads";
import { TranslationsField } from "@/components/resource/fields/translations-field";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { TextField } from "@/components/resource/form/fields";
import { FormDialog } from "@/components/resource/form/form-dialog";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { useSaveForm } from "@/components/resource/form/save-form";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { DropBox } from "@/components/resource/upload/drop-box";
import { call } from "@/lib/client/api/client";
import { withUploadProgress } from "@/lib/client/api/upload-progress";
import { newId } from "@/lib/client/new-id";
import { contract } from "@/lib/contract";
import { noTranslations, type Translations } from "@/lib/contract/columns";
import {
  filledLayoutMegabytes,
  isTooLargeToFill,
  layoutRules,
  type ReportLayout,
  reportLayoutCreate,
  reportLayoutEdit,
} from "@/lib/contract/report-layouts";
import type { ReportDetail } from "@/lib/contract/reports";

interface Values {
  reportLayoutName: string;
  reportLayoutNameTranslation: Translations;
  fileName: string;
  description: string;
  file: File | null;
}

interface LayoutDialogProps {
  report: ReportDetail;
  /** Layout to change; omitted to add one. */
  layout?: ReportLayout;
  onClose: () => void;
}

/** Adds or changes a layout of a report; shows errors in its file with their position (RP-01, RP-03). */
export default function LayoutDialog({ report, layout, onClose }: LayoutDialogProps) {
  const t = useTranslations("reports.form");
  const client = useQueryClient();
  const label = useFieldLabel("reports");
  const [progress, setProgress] = useState<number>();
  const abort = useRef(new AbortController());
  /** Idempotency key, so that a retry creates no second layout. */
  const attempt = useRef({ of: undefined as Values | undefined, key: "" });
  const initial: Values = {
    reportLayoutName: layout?.reportLayoutName ?? "",
    reportLayoutNameTranslation: layout?.reportLayoutNameTranslation ?? noTranslations,
    fileName: layout?.fileName ?? "",
    description: layout?.description ?? "",
    file: null,
  };
  const form = useForm<Values>({
    resolver: useSchemaResolver<Values>(layout ? reportLayoutEdit : reportLayoutCreate),
    defaultValues: initial,
    shouldFocusError: false,
  });
  const { reportId } = report;
  const saving = useSaveForm<Values, unknown>({
    form,
    save: ({ file, ...values }) => {
      abort.current = new AbortController();
      const transport = file ? withUploadProgress(setProgress) : undefined;
      const options = { signal: abort.current.signal, transport };
      if (layout) {
        const params = { reportId, reportLayoutId: layout.reportLayoutId };
        const body = { ...values, version: layout.version, ...(file && { file }) };
        return call(contract.reports.saveLayout, { params, body }, options);
      }
      const given = { ...values, file };
      if (JSON.stringify(attempt.current.of) !== JSON.stringify(given) || attempt.current.of?.file !== file)
        attempt.current = { of: given, key: newId() };
      const idempotencyKey = attempt.current.key;
      return call(
        contract.reports.createLayout,
        { params: { reportId }, body: given },
        { ...options, idempotencyKey },
      );
    },
    onSaved: async () => {
      onClose();
      await invalidateAreas(client, contract.reports.saveLayout.affects);
    },
    successMessage: layout ? t("saved") : t("added"),
  });
  const title = layout
    ? t("editTitle", { name: layout.reportLayoutNameTranslated })
    : t("addTitle", { name: report.reportNameTranslated });
  return (
    <FormDialog
      form={form}
      saving={saving}
      title={title}
      description={t("hint", { size: layoutRules.megabytes, filled: filledLayoutMegabytes })}
      submitLabel={layout ? t("save") : t("add")}
      label={label}
      onClose={onClose}
      onStop={() => abort.current.abort()}
    >
      <LayoutFile isNeeded={!layout} isSending={saving.saving} />
      {saving.saving && progress !== undefined && <UploadProgress label={t("checked")} percent={progress} />}
      <TextField name="reportLayoutName" required />
      <TextField name="fileName" required />
      <TextField name="description" rows={2} />
      <TranslationsField name="reportLayoutNameTranslation" />
    </FormDialog>
  );
}

/** Larger docx files are stored, but cannot be filled. */
const isTooLarge = ({ name, size }: File) => /\.docx$/i.test(name) && isTooLargeToFill(size);

/** The layout's file, chosen or dropped; its name fills name fields that are empty or derived from the previous file. */
function LayoutFile({ isNeeded, isSending }: { isNeeded: boolean; isSending: boolean }) {
  const t = useTranslations("reports.form");
  const { control, getValues, setValue } = useFormContext<Values>();
  const errorId = useId();
  const take = useCallback(
    ([chosen]: readonly File[]) => {
      if (!chosen) return;
      const before = getValues("file");
      const unnamed = ["", before && nameOfUpload(before)];
      setValue("file", chosen, { shouldDirty: true, shouldValidate: true });
      const name = nameOfUpload(chosen);
      for (const field of ["fileName", "reportLayoutName"] as const)
        if (unnamed.includes(getValues(field)))
          setValue(field, name, { shouldDirty: true, shouldValidate: true });
    },
    [getValues, setValue],
  );
  return (
    <Controller
      control={control}
      name="file"
      render={({ field: { value }, fieldState: { error } }) => (
        <div className="flex flex-col gap-1">
          <DropBox
            label={value ? t("replace") : t("choose")}
            onFiles={take}
            disabled={isSending}
            rules={layoutRules}
            faultId={error && errorId}
          >
            {value && <p className="max-w-full break-words text-sm">{value.name}</p>}
            {value && isTooLarge(value) && (
              <p className="text-sm text-warning">{t("tooLarge", { size: filledLayoutMegabytes })}</p>
            )}
            {!value && !isNeeded && <p className="text-muted text-xs">{t("keep")}</p>}
          </DropBox>
          <p id={errorId} role="alert" className="whitespace-pre-line text-danger text-xs empty:hidden">
            {error?.message}
          </p>
        </div>
      )}
    />
  );
}
