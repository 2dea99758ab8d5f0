"use client";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useFormat } from "@/lib/client/format";
import type { InvitationRow } from "@/lib/contract/invitations";
import { useInvitationActions } from "./invitation-actions";
import { InvitationLink } from "./invitation-link";
import { InvitationState } from "./invitation-state";
import { useInvitationLabel } from "./labels";

/** An open invitation: resend it, copy its link, or revoke it (US-02). */
export default function InvitationDialog({
  invitation,
  onClose,
}: {
  invitation: InvitationRow;
  onClose: () => void;
}) {
  const t = useTranslations("users");
  const label = useInvitationLabel();
  const format = useFormat();
  const { revoke, resend, makeLink, made } = useInvitationActions();
  const { email, state, roles, createdOn, createdBy, expiresOn } = invitation;
  if (made) return <InvitationLink {...made} onClose={onClose} />;
  const facts = [
    ["roles", format.allOf(roles.map(({ roleName }) => roleName)) || t("quick.withoutRole")],
    ["createdOn", format.dateTime(createdOn)],
    ["createdBy", createdBy],
    ["expiresOn", format.dateTime(expiresOn)],
  ] as const;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={email}
      description={state === "ended" ? t("invitations.endedWhy") : t("invitations.description")}
      footer={
        <>
          <Button
            className="mr-auto text-danger"
            variant="ghost"
            loading={revoke.pending}
            onClick={async () => {
              const left = await revoke.askForAll([invitation]);
              if (left.length === 0) onClose();
            }}
          >
            {t("invitations.revoke")}
          </Button>
          {makeLink && (
            <Button loading={makeLink.isPending} onClick={() => makeLink.mutate(invitation)}>
              {t("invite.copy")}
            </Button>
          )}
          <Button
            variant="primary"
            loading={resend.isPending}
            onClick={() => resend.mutate([invitation], { onSuccess: onClose })}
          >
            {t("invitations.resend")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 pb-2">
        <div className="flex">
          <InvitationState {...invitation} />
        </div>
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          {facts.map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="text-muted text-xs">{label(name)}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
