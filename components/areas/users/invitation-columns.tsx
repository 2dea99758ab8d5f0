"use client";
import { Mail } from "lucide-react";
import type { ReactNode } from "react";
import { type ColumnChanges, useListColumns } from "@/components/resource/table/list-columns";
import { contract } from "@/lib/contract";
import type { InvitationRow } from "@/lib/contract/invitations";
import { InvitationState } from "./invitation-state";
import { RoleChips } from "./role-chips";

interface InvitedIdentityProps {
  name: string;
  /** Badges, below the name where they have no room beside it. */
  state?: ReactNode;
}

/** Cell of an invited person, who has no name or picture yet. */
export function InvitedIdentity({ name, state }: InvitedIdentityProps) {
  return (
    <span className="flex min-w-0 items-center gap-2 py-0.5">
      <span className="inline-flex size-6 shrink-0 items-center justify-center rounded-full border border-dashed text-muted">
        <Mail aria-hidden="true" className="size-3.5" />
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className="cell-text">{name}</span>
        {state}
      </span>
    </span>
  );
}

const columns: ColumnChanges<InvitationRow> = {
  email: {
    cell: (invitation) => (
      <InvitedIdentity name={invitation.email} state={<InvitationState {...invitation} />} />
    ),
    width: "@3xl:w-[34%]",
  },
  // Beside the address; its filter stays.
  state: { from: "chosen" },
  roles: { cell: (invitation) => <RoleChips {...invitation} />, from: "md", after: "email" },
  expiresOn: { from: "lg" },
  createdOn: { from: "xl" },
};

export const useInvitationColumns = () =>
  useListColumns(contract.invitations.list, "users.invitations", columns);
