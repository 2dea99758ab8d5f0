"use client";

import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { AvatarField } from "@/components/resource/fields/avatar-field";
import { ColourField, MultiSelectField } from "@/components/resource/fields/choice-fields";
import {
  DateField,
  DateTimeField,
  MonthField,
  TimeField,
  YearField,
} from "@/components/resource/fields/date-fields";
import { NumberField } from "@/components/resource/fields/number-field";
import { PickerField, PickersField } from "@/components/resource/fields/picker/picker-field";
import { dictionarySource, pathSource } from "@/components/resource/fields/picker/source";
import { RichTextField } from "@/components/resource/fields/rich-text/rich-text-field";
import { SignatureField } from "@/components/resource/fields/signature/signature-field";
import { CheckboxField, FieldRow, TextField } from "@/components/resource/form/fields";
import { FormContextProvider } from "@/components/resource/form/form-context";
import { FormShell } from "@/components/resource/form/form-shell";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { SectionCard } from "@/components/resource/form/section-card";
import { PickerDialog } from "@/components/resource/picker/picker-dialog";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { Alert } from "@/components/ui/alert";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { contract } from "@/lib/contract";
import { DisplayTypes } from "./display-types";
import { emptyFields, type FieldValues, fieldSchema, limits } from "./field-values";

/** Live gallery of fields and display types, with the form values below. */
export function FieldGallery() {
  const t = useTranslations("playground.fields");
  const title = useTranslations("playground");
  const label = useTranslations("playground.labels");
  const form = useForm<FieldValues>({
    resolver: useSchemaResolver<FieldValues>(fieldSchema),
    defaultValues: emptyFields,
  });
  const [valid, setValid] = useState(false);
  const check = async () => {
    setValid(false);
    await form.handleSubmit(() => setValid(true))();
  };
  const values = form.watch();

  return (
    <SectionsColumn>
      <h1 className="font-semibold text-xl">{title("title")}</h1>
      <p className="-mt-2 text-muted text-sm">{t("intro")}</p>
      <SectionCard title={t("form")} titleId="playground-form">
        <FormShell form={form} label={t("form")} onSubmit={check}>
          <FormContextProvider
            value={{ editing: true, label: (name) => label(name as keyof FieldValues), stored: emptyFields }}
          >
            <div className="flex flex-col gap-4">
              <FieldsOf />
            </div>
          </FormContextProvider>
          <div className="mt-5 flex flex-wrap items-center gap-2">
            <Button type="submit" variant="primary">
              {t("check")}
            </Button>
            <Button
              onClick={() => {
                form.reset(emptyFields);
                setValid(false);
              }}
            >
              {t("reset")}
            </Button>
          </div>
          {valid && (
            <Alert tone="success" className="mt-4">
              {t("valid")}
            </Alert>
          )}
        </FormShell>
      </SectionCard>
      <SectionCard title={t("values")} titleId="playground-values">
        <pre className="overflow-x-auto whitespace-pre-wrap break-all font-mono text-xs">{show(values)}</pre>
      </SectionCard>
      <PickerSamples />
      <DisplayTypes />
    </SectionsColumn>
  );
}

function show(values: FieldValues): string {
  const written = (value: unknown) => {
    if (value instanceof File) return { name: value.name, size: value.size, type: value.type };
    // Truncates pictures.
    return typeof value === "string" && value.startsWith("data:") ? `${value.slice(0, 40)}…` : value;
  };
  return JSON.stringify(values, (_, value) => written(value), 2);
}

/** The picker dialog with single and multiple choice (TL-06). */
function PickerSamples() {
  const t = useTranslations("playground.pickers");
  const [mode, setMode] = useState<"radio" | "checkbox">();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const columns = useMemo(
    () => [{ id: "name", header: t("roleName"), cell: ({ name }: { name: string }) => name }],
    [t],
  );
  return (
    <SectionCard title={t("title")} titleId="playground-pickers">
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => setMode("radio")}>{t("one")}</Button>
        <Button onClick={() => setMode("checkbox")}>{t("many")}</Button>
        <output className="text-muted text-sm">{chosen.join(", ")}</output>
      </div>
      <PickerDialog
        open={mode !== undefined}
        onOpenChange={() => setMode(undefined)}
        mode={mode}
        title={mode === "radio" ? t("one") : t("many")}
        endpoint={contract.dictionaries.roles}
        label={t("roles")}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        empty={{ icon: <ShieldCheck />, title: t("none") }}
        onChoose={async (rows) => setChosen(rows.map(({ name }) => name))}
        areas={[]}
      />
    </SectionCard>
  );
}

const roles = dictionarySource(contract.dictionaries.roles);
// By path only, like a configured list.
const roleNames = pathSource("/dictionaries/roles?Phrase={phrase}&PageLimit={limit}", { idName: "name" });

/** One of each field. */
function FieldsOf() {
  const t = useTranslations("playground.labels");
  const months = ["text", "number", "date", "time", "month", "year"] as const;
  return (
    <>
      <TextField name="text" required />
      <TextField name="textarea" rows={3} />
      <CheckboxField name="checkbox" />
      <FieldRow>
        <NumberField name="number" />
        <NumberField name="amount" />
        <DateField name="date" />
        <DateField name="limitedDate" {...limits} />
        <TimeField name="time" />
        <DateTimeField name="dateTime" />
        <MonthField name="month" />
        <YearField name="year" />
        <MultiSelectField name="options" options={months.map((name) => ({ value: name, label: t(name) }))} />
        <ColourField name="colour" />
      </FieldRow>
      <AvatarField name="avatar" placeholder={<Avatar firstName="Ada" lastName="Lovelace" />} />
      <SignatureField name="signature" />
      <FieldRow>
        <PickerField name="role" source={roles} />
        <PickerField name="freeText" source={roleNames} freeText />
      </FieldRow>
      <PickersField name="roles" source={roles} />
      <RichTextField name="richText" />
      <FieldRow>
        <TextField name="fileName" />
        <TextField name="phoneNumber" />
        <TextField name="postCode" />
        <TextField name="website" />
        <TextField name="fieldName" />
        <TextField name="userName" />
      </FieldRow>
      <TextField name="json" rows={3} />
    </>
  );
}
