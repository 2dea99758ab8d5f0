"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { NumberField } from "@/components/resource/fields/number-field";
import { PickerField } from "@/components/resource/fields/picker/picker-field";
import { dictionarySource } from "@/components/resource/fields/picker/source";
import { SelectField } from "@/components/resource/fields/select-field";
import { CheckboxField, FieldRow, ReadField, TextField } from "@/components/resource/form/fields";
import { FormContextProvider, useFormContextValue } from "@/components/resource/form/form-context";
import type { FormRows, OwnFields } from "@/components/resource/record/record-fields";
import { Skeleton } from "@/components/ui/skeleton";
import { queryOf } from "@/lib/client/api/query";
import { contract } from "@/lib/contract";
import {
  type AttributeType,
  attributeTypes,
  defaultTextareaRows,
  textareaRows,
} from "@/lib/contract/attribute-types";
import {
  attributeCreate,
  attributeForm,
  attributeOptions,
  attributeRecords,
} from "@/lib/contract/attributes";
import { allRows } from "@/lib/contract/paging";
import { SeparatedValues } from "./separated-values";

const { columns } = attributeRecords;
const isOption = (name: string) => Object.hasOwn(attributeOptions, name);

/** Splits the options into separate fields; the default type is text. */
export const records = {
  ...attributeRecords,
  calls: contract.attributes,
  create: attributeCreate,
  edit: attributeForm,
  columns: {
    ...Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [
        name,
        isOption(name) ? { ...column, traits: { ...column.traits, readOnly: false } } : column,
      ]),
    ),
    attributeTypeId: {
      ...columns.attributeTypeId,
      values: ["String", ...attributeTypes.filter((type) => type !== "String")],
    },
  } as unknown as typeof columns,
};

export const rows: FormRows<typeof records> = [["attributeName", "attributeTypeId"], ["attributeFormat"]];

/** The format field by attribute type. */
export const fields: OwnFields<typeof records> = { attributeFormat: <TypeOptions /> };

/** Read-only type of an attribute with values. */
export function FixedType() {
  const t = useTranslations("attributes");
  const { stored } = useFormContextValue();
  return (
    <div>
      <ReadField name="attributeTypeId">
        {t(`choices.attributeTypeId.${stored.attributeTypeId as AttributeType}`)}
      </ReadField>
      <p className="text-muted text-xs">{t("help.typeFixed")}</p>
    </div>
  );
}

function TypeOptions() {
  const { editing, stored } = useFormContextValue();
  const { setValue } = useFormContext();
  const typed = useWatch({ name: "attributeTypeId" }) as AttributeType;
  const type = editing ? typed : (stored.attributeTypeId as AttributeType);
  const before = useRef(type);
  useEffect(() => {
    if (!editing || before.current === type) {
      before.current = type;
      return;
    }
    // The format of another type does not apply to the new one.
    before.current = type;
    setValue("attributeFormat", "");
    setValue("dependentAttributeId", null);
    setValue("dependentPropertyId", "");
  }, [type, editing, setValue]);
  return <OptionsOf type={type} />;
}

function OptionsOf({ type }: { type: AttributeType }): ReactNode {
  const t = useTranslations("attributes");
  switch (type) {
    case "Number":
      return (
        <>
          <FieldRow>
            <NumberField name="decimalScale" isWhole help={t("help.decimalScale")} />
          </FieldRow>
          <TextField name="calculatedAttribute" help={t("help.calculatedAttribute")} />
        </>
      );
    case "Boolean":
      return <Captions />;
    case "DateTime":
      return <CheckboxField name="showTimeSelect" />;
    case "DetailTable":
      return <DictionaryOptions />;
    case "CSV":
    case "Radios":
    case "Checkboxes":
      return <SeparatedValues isRequired={type === "CSV"} />;
    case "Layout":
      return (
        <>
          <FieldRow>
            <SelectField
              name="fontSize"
              options={(["", "sm", "lg"] as const).map((value) => ({
                value,
                label: t(`choices.fontSize.${value || "normal"}`),
              }))}
            />
          </FieldRow>
          <CheckboxField name="bold" />
          <CheckboxField name="italic" />
          <CheckboxField name="underline" />
        </>
      );
    case "Signature":
      return <CheckboxField name="showSignaturePad" />;
    case "Textarea":
      return (
        <LabelledFormat as={t("fields.rows")}>
          <FieldRow>
            <SelectField
              name="attributeFormat"
              options={textareaRows.map((value) => ({
                value,
                label: value || t("defaultRows", { count: defaultTextareaRows }),
              }))}
            />
          </FieldRow>
        </LabelledFormat>
      );
    default:
      return null;
  }
}

/** Label of the format, by attribute type. */
function LabelledFormat({ as, children }: { as: string; children: ReactNode }) {
  const context = useFormContextValue();
  const value = useMemo(
    () => ({
      ...context,
      label: (name: string) => (name === "attributeFormat" ? as : context.label(name)),
    }),
    [context, as],
  );
  return <FormContextProvider value={value}>{children}</FormContextProvider>;
}

function Captions() {
  const { editing, stored, label } = useFormContextValue();
  const hidden = useWatch({ name: "hideCaption" }) === true;
  const reason = (editing ? hidden : stored.hideCaption === true) ? label("hideCaption") : undefined;
  return (
    <>
      <CheckboxField name="hideCaption" />
      <FieldRow>
        <TextField name="trueCaption" lockedReason={reason} />
        <TextField name="falseCaption" lockedReason={reason} />
      </FieldRow>
    </>
  );
}

const detailTables = dictionarySource(contract.dictionaries.attributes, {
  filters: { filters: "attributeTypeId:oneOf:DetailTable" },
});

/** Source of a DetailTable's options, and the attribute that filters them (AA-04). */
function DictionaryOptions() {
  const t = useTranslations("attributes");
  const { editing, stored, label } = useFormContextValue();
  const typed = useWatch({ name: "attributeFormat" }) as string;
  const depending = useWatch({ name: "dependentAttributeId" }) as string | null;
  const { data } = useQuery(
    queryOf(contract.settings.dictionaryEndpoints, { query: { pageLimit: allRows } }),
  );
  const { data: known } = useQuery(
    queryOf(contract.dictionaries.attributes, {
      query: { pageLimit: allRows, filters: "attributeTypeId:oneOf:DetailTable" },
    }),
  );
  if (!data) return <Skeleton className="h-9 w-full" />;
  const format = editing ? typed : (stored.attributeFormat as string);
  const endpoint = data.list.find(({ id }) => id === format);
  const options = data.list.map(({ id, name }) => ({ value: id, label: name }));
  // A deleted source is shown by its id.
  const gone = format && !endpoint ? [{ value: format, label: format }] : [];
  return (
    <>
      <LabelledFormat as={t("fields.dictionary")}>
        <SelectField
          name="attributeFormat"
          required
          help={t("help.dictionary")}
          options={[...(format ? [] : [{ value: "", label: "" }]), ...gone, ...options]}
        />
      </LabelledFormat>
      {(endpoint?.properties.length ?? 0) > 0 && (
        <FieldRow>
          <PickerField
            name="dependentAttributeId"
            empty={null}
            source={detailTables}
            known={known?.list.map(({ id, name }) => ({ id, text: name }))}
            help={t("help.dependentAttributeId")}
          />
          {Boolean(editing ? depending : stored.dependentAttributeId) && (
            <SelectField
              name="dependentPropertyId"
              required
              options={["", ...(endpoint?.properties ?? [])].map((value) => ({
                value,
                label: value && label(value),
              }))}
            />
          )}
        </FieldRow>
      )}
    </>
  );
}
