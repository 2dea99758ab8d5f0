import { OptionalColourField } from "@/components/resource/fields/optional-colour-field";
import type { BulkForm } from "@/components/resource/records/bulk-edit";
import { tenantRecords } from "@/lib/contract/tenants";

/** What several tenants are given at once. */
export const bulkForm: BulkForm = {
  records: tenantRecords,
  fields: { tenantColour: <OptionalColourField name="tenantColour" /> },
};
