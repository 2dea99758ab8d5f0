"use client";
import { useTranslations } from "next-intl";
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
import { CheckboxField, FieldRow, TextField } from "@/components/resource/form/fields";
import { Avatar } from "@/components/ui/avatar";
import { contract } from "@/lib/contract";
import { limits } from "./field-values";

const roles = dictionarySource(contract.dictionaries.roles);
// By its path alone, as a configured list is known.
const roleNames = pathSource("/dictionaries/roles?Phrase={phrase}&PageLimit={limit}", { idName: "name" });

/** One of each field. */
export function FieldsOf() {
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
