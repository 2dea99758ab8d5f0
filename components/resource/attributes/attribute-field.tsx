"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useMemo } from "react";
import { useFormContext } from "react-hook-form";
import { Alert } from "@/components/ui/alert";
import { Checkbox } from "@/components/ui/checkbox";
import { RadioGroup } from "@/components/ui/radio-group";
import { contract } from "@/lib/contract";
import {
  type AttributeType,
  defaultTextareaRows,
  isEntered,
  optionsIn,
  separatedValues,
} from "@/lib/contract/attribute-types";
import { DateField, DateTimeField } from "../fields/date-fields";
import { ControlledField } from "../fields/form-field";
import { NumberField } from "../fields/number-field";
import { PickerField } from "../fields/picker/picker-field";
import { pathSource } from "../fields/picker/source";
import { SelectField } from "../fields/select-field";
import { SignatureField } from "../fields/signature/signature-field";
import { TextField } from "../form/fields";
import type { AttributeRow } from "./calls";

/** Attribute properties needed to enter a value. */
export interface EnteredAttribute {
  attributeId: string;
  attributeName: string;
  attributeTypeId: AttributeType;
  attributeFormat: string;
  attributeCsvValues: string;
  dependentAttributeId: string | null;
  dependentPropertyId: string;
  isRequired: boolean;
}

interface AttributeFieldProps {
  attribute: EnteredAttribute;
  /** The record's values, on which a dictionary value may depend. */
  rows: readonly AttributeRow[];
}

const name = "attributeValue";

/** Input for an attribute's value, by its type (AA-01). */
export function AttributeField({ attribute, rows }: AttributeFieldProps): ReactNode {
  const t = useTranslations("attributes.section");
  const { attributeTypeId, attributeFormat, attributeCsvValues, isRequired: required } = attribute;
  const options = optionsIn(attribute);
  // The current choice stays, even if no longer offered.
  const chosen = rows.find(({ attributeId }) => attributeId === attribute.attributeId)?.attributeValue;
  const values = separatedValues(`${attributeCsvValues};${chosen ?? ""}`);
  if (!isEntered(attribute))
    return (
      <p className="text-muted text-sm">
        {options.calculatedAttribute
          ? t("calculated", { formula: options.calculatedAttribute })
          : t("cannotEdit")}
      </p>
    );
  switch (attributeTypeId) {
    case "Number":
      return <NumberField name={name} required={required} isWhole={options.decimalScale === 0} />;
    case "Boolean":
      return <YesOrNo attribute={attribute} />;
    case "DateTime":
      return options.showTimeSelect ? (
        <DateTimeField name={name} required={required} />
      ) : (
        <DateField name={name} required={required} />
      );
    case "DetailTable":
      return <DictionaryEntry attribute={attribute} rows={rows} />;
    case "CSV":
      return (
        <SelectField
          name={name}
          required={required}
          options={["", ...values].map((value) => ({ value, label: value }))}
        />
      );
    case "Radios":
      return values.length === 0 ? <FormatMissing /> : <Radios values={values} required={required} />;
    case "Checkboxes":
      return values.length === 0 ? <FormatMissing /> : <Checkboxes values={values} required={required} />;
    case "Signature":
      return <SignatureField name={name} required={required} hasPad={options.showSignaturePad === true} />;
    case "Textarea":
      return (
        <TextField name={name} required={required} rows={Number(attributeFormat) || defaultTextareaRows} />
      );
    default:
      return <TextField name={name} required={required} />;
  }
}

function FormatMissing() {
  return <Alert tone="warning" title={useTranslations("attributes.section")("attributeFormatMissing")} />;
}

function Radios({ values, required }: { values: readonly string[]; required: boolean }) {
  return (
    <ControlledField<string> name={name} required={required} display="text" empty="">
      {({ value, onChange }, label) => (
        <RadioGroup
          label={label}
          value={value}
          onValueChange={onChange}
          options={values.map((one) => ({ value: one, label: one }))}
        />
      )}
    </ControlledField>
  );
}

function Checkboxes({ values, required }: { values: readonly string[]; required: boolean }) {
  return (
    <ControlledField<readonly string[]> name={name} required={required} display="any" empty={[]}>
      {({ value, onChange }, label) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no flex container in every browser
        <div role="group" aria-label={label} className="flex flex-col items-start gap-2">
          {values.map((one) => (
            <Checkbox
              key={one}
              id={undefined}
              label={one}
              checked={value.includes(one)}
              onChange={({ target }) =>
                onChange(values.filter((other) => (other === one ? target.checked : value.includes(other))))
              }
            />
          ))}
        </div>
      )}
    </ControlledField>
  );
}

/** Yes or no by their captions; a checkbox without captions. */
function YesOrNo({ attribute }: { attribute: EnteredAttribute }) {
  const common = useTranslations("common");
  const { setValue, getValues } = useFormContext();
  const { trueCaption, falseCaption, hideCaption } = optionsIn(attribute);
  useEffect(() => {
    // An unchecked box means no.
    if (hideCaption && getValues(name) === undefined) setValue(name, false);
  }, [hideCaption, getValues, setValue]);
  return (
    <ControlledField<boolean | undefined>
      name={name}
      required={attribute.isRequired}
      display="boolean"
      empty={undefined}
    >
      {({ value, onChange }, label) =>
        hideCaption ? (
          <Checkbox checked={value === true} onChange={({ target }) => onChange(target.checked)} />
        ) : (
          <RadioGroup
            label={label}
            value={value === undefined ? undefined : String(value)}
            onValueChange={(chosen) => onChange(chosen === "true")}
            options={[
              { value: "true", label: trueCaption || common("yes") },
              { value: "false", label: falseCaption || common("no") },
            ]}
          />
        )
      }
    </ControlledField>
  );
}

const endpoints: ReadonlySet<string> = new Set(Object.values(contract.dictionaries).map(({ path }) => path));

/** Dictionary entry, filtered by the value of a parent attribute (AA-04). */
function DictionaryEntry({ attribute, rows }: AttributeFieldProps) {
  const { attributeFormat, dependentAttributeId, dependentPropertyId, attributeId, isRequired } = attribute;
  const narrowing = rows.find((row) => row.attributeId === dependentAttributeId)?.attributeValue;
  const source = useMemo(
    () =>
      pathSource(attributeFormat, {
        filters: dependentPropertyId && narrowing ? { [dependentPropertyId]: narrowing } : {},
      }),
    [attributeFormat, dependentPropertyId, narrowing],
  );
  if (!endpoints.has(attributeFormat)) return <FormatMissing />;
  const stored = rows.find((row) => row.attributeId === attributeId);
  const known =
    typeof stored?.attributeValue === "string"
      ? [{ id: stored.attributeValue, text: stored.attributeValueName }]
      : [];
  return <PickerField name={name} required={isRequired} source={source} known={known} />;
}
