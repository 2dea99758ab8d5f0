"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { MailCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { useLocalListState } from "@/components/resource/list/list-state";
import { useSelection } from "@/components/resource/list/selection";
import { useConfirmedCall } from "@/components/resource/record/confirmed-call";
import { type ColumnChanges, useListColumns } from "@/components/resource/table/list-columns";
import { ResourceTable } from "@/components/resource/table/resource-table";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { useCapability } from "@/lib/client/api/capabilities";
import { call } from "@/lib/client/api/client";
import { contract } from "@/lib/contract";
import type { InvitationRow } from "@/lib/contract/invitations";
import { InvitationLink } from "./invitation-link";

const tones = { open: "primary", expired: "neutral", unsent: "warning", ended: "danger" } as const;

const byState = { column: "state", type: "choice", operator: "oneOf" } as const;
const statesOf = { open: ["open", "unsent", "ended"], expired: ["expired"] } as const;

interface InvitationsDialogProps {
  /** Initial filter on open or expired invitations. */
  only?: "open" | "expired";
  onClose: () => void;
}

/** Pending invitations: resend or revoke (US-02). */
export default function InvitationsDialog({ only, onClose }: InvitationsDialogProps) {
  const t = useTranslations("users");
  const client = useQueryClient();
  const control = useLocalListState(contract.invitations.list, {
    sortDir: "desc",
    ...(only && { filters: [{ ...byState, values: statesOf[only] }] }),
  });
  const selection = useSelection<InvitationRow>();
  const selected = [...selection.selected.values()];
  const select = (rows: readonly InvitationRow[]) =>
    selection.setSelected(new Map(rows.map((row) => [row.invitationId, row])));

  const revoke = useConfirmedCall<InvitationRow>({
    question: (rows) => ({
      title: t("invitations.revokeTitle", { count: rows.length, name: rows[0]?.email ?? "" }),
      description: t("invitations.revokeLost"),
      confirmLabel: t("invitations.revoke"),
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
    onSuccess: (_, rows) => {
      toast.success(t("invitations.resent", { count: rows.length }));
      select([]);
    },
    onSettled: () => invalidateAreas(client, contract.invitations.invite.affects),
  });

  const isMailed = !useCapability("invitation-links");
  const [made, setMade] = useState<{ email: string; link: string }>();
  const copyLink = useMutation({
    mutationFn: async ({ invitationId, email }: InvitationRow) => ({
      email,
      link: await call(contract.invitations.link, { params: { invitationId } }),
    }),
    meta: { silent: "success" },
    onSuccess: setMade,
    onSettled: () => invalidateAreas(client, contract.invitations.link.affects),
  });
  const [first, ...others] = selected;

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="xl"
      title={t("invitations.title")}
      description={isMailed ? t("invitations.description") : t("invitations.noMail")}
      className="max-w-[1120px]"
    >
      <ResourceTable
        endpoint={contract.invitations.list}
        label={t("invitations.title")}
        columns={useInvitationColumns()}
        control={control}
        idOf={({ invitationId }) => invitationId}
        nameOf={({ email }) => email}
        selection={{ mode: "checkbox", ...selection }}
        bulkActions={
          <>
            {!isMailed && first && others.length === 0 && (
              <Button size="sm" loading={copyLink.isPending} onClick={() => copyLink.mutate(first)}>
                {t("invite.copy")}
              </Button>
            )}
            <Button size="sm" loading={resend.isPending} onClick={() => resend.mutate(selected)}>
              {t("invitations.resend")}
            </Button>
            <Button
              variant="danger"
              size="sm"
              loading={revoke.pending}
              onClick={async () => select(await revoke.askForAll(selected))}
            >
              {t("invitations.revoke")}
            </Button>
          </>
        }
        empty={{
          icon: <MailCheck />,
          title: t("invitations.empty"),
          description: t("invitations.emptyHint"),
        }}
        withoutLayout
        className="max-h-[60dvh] min-h-80"
      />
      {made && <InvitationLink {...made} onClose={() => setMade(undefined)} />}
    </Dialog>
  );
}

const columns: ColumnChanges<InvitationRow> = {
  state: {
    cell: ({ state }) => <InvitationState state={state} />,
    wraps: true,
    width: "w-28 @min-[392px]:w-40",
  },
  roles: { cell: ({ roles }) => roles.map(({ roleName }) => roleName).join(", "), from: "lg" },
  expiresOn: { from: "md" },
  createdOn: { from: "xl" },
};

export const useInvitationColumns = () =>
  useListColumns(contract.invitations.list, "users.invitations", columns);

function InvitationState({ state }: Pick<InvitationRow, "state">) {
  const t = useTranslations("users.invitations");
  return (
    <>
      <Badge tone={tones[state]}>{t(`choices.state.${state}`)}</Badge>
      {state === "ended" && <span className="block text-muted text-xs">{t("endedWhy")}</span>}
    </>
  );
}
