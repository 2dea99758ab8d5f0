import * as z from "zod";
import { yearOptions } from "@/components/resource/fields/date-options";
import { noSignature } from "@/components/resource/fields/signature/signature";
import { dateTime, day, month, time, year } from "@/lib/validation/dates";
import { avatarRules, upload } from "@/lib/validation/files";
import { fieldName, fileName, json, phoneNumber, postCode, userName, website } from "@/lib/validation/rules";
import { requiredText, text } from "@/lib/validation/text";

export const limits = { min: "2026-01-01", max: "2026-12-31" } as const;

/** Years accepted by the field, typed ones too. */
const offered = yearOptions(new Date());
const years = { min: String(offered.at(-1)), max: String(offered[0]) };

/** One of each field, with its rules. */
export const fieldSchema = z.object({
  text: requiredText(100),
  textarea: text(1000),
  checkbox: z.boolean(),
  number: z.number().nullable(),
  amount: z.int().min(0).max(100).nullable(),
  date: day(),
  limitedDate: day(limits),
  time: time(),
  dateTime: dateTime(),
  month: month(),
  year: year(years).nullable(),
  options: z.array(z.string()),
  colour: z.string(),
  avatar: upload(avatarRules).optional(),
  signature: z.object({ signatureName: text(100), approvedSignature: text(200_000) }),
  role: z.string(),
  roles: z.array(z.string()),
  freeText: text(),
  richText: z.string().max(200_000),
  fileName: fileName(),
  phoneNumber: phoneNumber(),
  postCode: postCode(),
  website: website(),
  fieldName: fieldName(),
  json: json(),
  userName: userName(),
});
export type FieldValues = z.input<typeof fieldSchema>;

export const emptyFields: FieldValues = {
  text: "",
  textarea: "",
  checkbox: false,
  number: null,
  amount: null,
  date: "",
  limitedDate: "",
  time: "",
  dateTime: "",
  month: "",
  year: null,
  options: [],
  colour: "",
  avatar: undefined,
  signature: noSignature,
  role: "",
  roles: [],
  freeText: "",
  richText: "",
  fileName: "",
  phoneNumber: "",
  postCode: "",
  website: "",
  fieldName: "",
  json: "",
  userName: "",
};
