import * as z from "zod";
import { PickersField } from "@/components/resource/fields/picker/picker-field";
import type { BulkForm } from "@/components/resource/record/bulk-edit";
import { contract } from "@/lib/contract";
import { userBulk, userRecords } from "@/lib/contract/users";
import { BulkRolesField, roleSource } from "./roles-field";

// Roles that the user may not grant are offered too, since they can still be removed.
const removable: typeof roleSource = async (...asked) => {
  const { options, total } = await roleSource(...asked);
  return { options: options.map(({ id, text }) => ({ id, text })), total };
};

interface Offered {
  /** Whether the server can also remove roles, and suspend users. */
  removal: boolean;
  suspension: boolean;
}

/** Bulk edit form of users. */
export const bulkForm = ({ removal, suspension }: Offered): BulkForm => ({
  records: { ...userRecords, calls: contract.users, bulk: bulkOf(removal, suspension) },
  fields: {
    roleIds: <BulkRolesField />,
    removedRoleIds: <PickersField name="removedRoleIds" source={removable} />,
  },
  first: "roleIds",
  initial: { roleIds: [], removedRoleIds: [], isActive: false },
});

function bulkOf(removal: boolean, suspension: boolean): typeof userBulk {
  const { roleIds, removedRoleIds, isActive, suspendedUntil } = userBulk.shape;
  return z.object({
    roleIds,
    ...(removal && { removedRoleIds }),
    ...(suspension && { isActive, suspendedUntil }),
  }) as typeof userBulk;
}
