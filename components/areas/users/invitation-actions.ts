"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { useConfirmedCall } from "@/components/resource/record/confirmed-call";
import { toast } from "@/components/ui/toast";
import { useCapability } from "@/lib/client/api/capabilities";
import { call } from "@/lib/client/api/client";
import { contract } from "@/lib/contract";
import type { InvitationRow } from "@/lib/contract/invitations";

/** Resends, revokes, or makes links of open invitations (US-02). */
export function useInvitationActions() {
  const t = useTranslations("users.invitations");
  const client = useQueryClient();
  const [made, setMade] = useState<{ email: string; link: string }>();
  const revoke = useConfirmedCall<InvitationRow>({
    question: (rows) => ({
      title: t("revokeTitle", { count: rows.length, name: rows[0]?.email ?? "" }),
      description: t("revokeLost"),
      confirmLabel: t("revoke"),
    }),
    run: (rows) =>
      call(contract.invitations.revoke, {
        query: { invitationIds: rows.map(({ invitationId }) => invitationId) },
      }),
    nameOf: ({ email }) => email,
    areas: contract.invitations.revoke.affects,
  });
  const resend = useMutation({
    // Sequential: each waits for the mail server.
    mutationFn: async (rows: readonly InvitationRow[]) => {
      for (const { email, roles } of rows)
        await call(contract.invitations.invite, {
          body: { email, roleIds: roles.map(({ roleId }) => roleId), isProceed: true },
        });
    },
    meta: { silent: "success" },
    onSuccess: (_, rows) => void toast.success(t("resent", { count: rows.length })),
    onSettled: () => invalidateAreas(client, contract.invitations.invite.affects),
  });
  const makeLink = useMutation({
    mutationFn: async ({ invitationId, email }: InvitationRow) => ({
      email,
      link: await call(contract.invitations.link, { params: { invitationId } }),
    }),
    meta: { silent: "success" },
    onSuccess: setMade,
    onSettled: () => invalidateAreas(client, contract.invitations.link.affects),
  });
  return {
    revoke,
    resend,
    /** Undefined with a mail server, which sends the links. */
    makeLink: useCapability("invitation-links") ? makeLink : undefined,
    /** The link made last. */
    made,
    forgetLink: () => setMade(undefined),
  };
}
