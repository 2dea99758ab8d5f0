import type { BulkForm } from "@/components/resource/record/bulk-edit";
import { contract } from "@/lib/contract";
import { userBulk, userRecords } from "@/lib/contract/users";
import { RolesField } from "./roles-field";

/** Bulk edit form of users. */
export const bulkForm: BulkForm = {
  records: { ...userRecords, calls: contract.users, bulk: userBulk },
  fields: { roleIds: <RolesField roles={[]} /> },
  initial: { roleIds: [], isActive: false },
};
