"use client";
import { Mail } from "lucide-react";
import { type ColumnChanges, useListColumns } from "@/components/resource/table/list-columns";
import { contract } from "@/lib/contract";
import type { InvitationRow } from "@/lib/contract/invitations";
import { InvitationState } from "./invitation-state";
import { RoleChips } from "./role-chips";

/** An invited person in the first column of a list, who has no name or picture yet. */
export function InvitedIdentity({ email }: Pick<InvitationRow, "email">) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="inline-flex size-6 shrink-0 items-center justify-center rounded-full border border-dashed text-muted">
        <Mail aria-hidden="true" className="size-3.5" />
      </span>
      <span className="cell-text">{email}</span>
    </span>
  );
}

const columns: ColumnChanges<InvitationRow> = {
  email: {
    cell: (invitation) => <InvitedIdentity {...invitation} />,
    beside: (invitation) => <InvitationState {...invitation} />,
  },
  // Beside the address; its filter stays.
  state: { from: "chosen" },
  roles: { cell: (invitation) => <RoleChips {...invitation} />, from: "md", after: "email" },
  expiresOn: { from: "lg" },
  createdOn: { from: "xl" },
};

export const useInvitationColumns = () =>
  useListColumns(contract.invitations.list, "users.invitations", columns);
