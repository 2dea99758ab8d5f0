import { PickerField } from "@/components/resource/fields/picker/picker-field";
import { dictionarySource } from "@/components/resource/fields/picker/source";
import { TextField } from "@/components/resource/form/fields";
import type { BulkForm } from "@/components/resource/record/bulk-edit";
import { contract } from "@/lib/contract";
import { records } from "./records";

const statuses = dictionarySource(contract.dictionaries.attachmentStatus);

/** Bulk edit form of attachments. */
export const bulkForm: BulkForm = {
  records,
  fields: {
    description: <TextField name="description" rows={3} />,
    attachmentStatusId: <PickerField name="attachmentStatusId" empty={null} source={statuses} />,
  },
};
