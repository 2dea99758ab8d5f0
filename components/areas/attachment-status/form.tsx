import { OptionalColourField } from "@/components/resource/fields/optional-colour-field";
import type { FormRows, OwnFields } from "@/components/resource/record/record-fields";
import { type attachmentStatusRecords, statusColourNames } from "@/lib/contract/attachment-status";

export const rows: FormRows<typeof attachmentStatusRecords> = [
  ["attachmentStatusName", "sortOrder"],
  ["attachmentStatusNameTranslation"],
  ["color"],
];

export const fields: OwnFields<typeof attachmentStatusRecords> = {
  color: <OptionalColourField name="color" offered={statusColourNames} />,
};
