"use client";
import { Mail } from "lucide-react";
import { type ColumnChanges, useListColumns } from "@/components/resource/table/list-columns";
import { contract } from "@/lib/contract";
import type { InvitationRow } from "@/lib/contract/invitations";
import { InvitationState } from "./invitation-state";
import { RoleChips } from "./role-chips";

/** Who is invited, in the first column of a list: nobody there has a name or picture yet. */
export function InvitedIdentity({ name }: { name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="inline-flex size-6 shrink-0 items-center justify-center rounded-full border border-dashed text-muted">
        <Mail aria-hidden="true" className="size-3.5" />
      </span>
      <span className="cell-text">{name}</span>
    </span>
  );
}

const columns: ColumnChanges<InvitationRow> = {
  email: {
    cell: ({ email }) => <InvitedIdentity name={email} />,
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
