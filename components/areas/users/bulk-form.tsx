import { PickersField } from "@/components/resource/fields/picker/picker-field";
import type { BulkForm } from "@/components/resource/record/bulk-edit";
import { contract } from "@/lib/contract";
import { userBulk, userRecords } from "@/lib/contract/users";
import { BulkRolesField, roleSource } from "./roles-field";

// Roles that one may not grant can be taken from users whose permissions one has.
const removable: typeof roleSource = async (...asked) => {
  const { options, total } = await roleSource(...asked);
  return { options: options.map(({ id, text }) => ({ id, text })), total };
};

/** Bulk edit form of users. @param mayRemove whether the server can also remove roles */
export const bulkForm = (mayRemove: boolean): BulkForm => ({
  records: {
    ...userRecords,
    calls: contract.users,
    bulk: mayRemove ? userBulk : userBulk.pick({ roleIds: true }),
  },
  fields: {
    roleIds: <BulkRolesField />,
    removedRoleIds: <PickersField name="removedRoleIds" source={removable} />,
  },
  first: "roleIds",
  initial: { roleIds: [], removedRoleIds: [] },
});
