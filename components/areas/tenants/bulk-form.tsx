import { OptionalColourField } from "@/components/resource/fields/optional-colour-field";
import type { BulkForm } from "@/components/resource/record/bulk-edit";
import { tenantRecords } from "@/lib/contract/tenants";

/** Bulk edit form of tenants. */
export const bulkForm: BulkForm = {
  records: tenantRecords,
  fields: { tenantColour: <OptionalColourField name="tenantColour" /> },
};
