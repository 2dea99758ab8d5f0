"use client";
import { MailCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { useTabListState } from "@/components/resource/list/list-state";
import { useSelection } from "@/components/resource/list/selection";
import { ResourceTable } from "@/components/resource/table/resource-table";
import { Button } from "@/components/ui/button";
import { contract } from "@/lib/contract";
import type { InvitationRow } from "@/lib/contract/invitations";
import { useInvitationActions } from "./invitation-actions";
import { useInvitationColumns } from "./invitation-columns";
import { InvitationLink } from "./invitation-link";
import { InviteActions } from "./invite-actions";
import { QuickFilters } from "./quick-filters";

const InvitationDialog = lazyPart(() => import("./invitation-dialog"));

/** The invited people alone, instead of the users: resend or revoke several (US-02). */
export default function InvitedList({ heading }: { heading: ReactNode }) {
  const t = useTranslations("users");
  const selection = useSelection<InvitationRow>();
  const selected = [...selection.selected.values()];
  const select = (rows: readonly InvitationRow[]) =>
    selection.setSelected(new Map(rows.map((row) => [row.invitationId, row])));
  const { revoke, resend, makeLink, made, forgetLink } = useInvitationActions();
  const [opened, setOpened] = useState<InvitationRow>();
  const [first, ...others] = selected;
  return (
    <>
      <ResourceTable
        heading={heading}
        endpoint={contract.invitations.list}
        label={t("invitations.title")}
        columns={useInvitationColumns()}
        control={useTabListState(contract.invitations.list)}
        idOf={({ invitationId }) => invitationId}
        nameOf={({ email }) => email}
        onOpen={setOpened}
        actions={<InviteActions />}
        quickFilters={<QuickFilters />}
        selection={{ mode: "checkbox", ...selection }}
        bulkActions={
          <>
            {makeLink && first && others.length === 0 && (
              <Button size="sm" loading={makeLink.isPending} onClick={() => makeLink.mutate(first)}>
                {t("invite.copy")}
              </Button>
            )}
            <Button
              size="sm"
              loading={resend.isPending}
              onClick={() => resend.mutate(selected, { onSuccess: () => select([]) })}
            >
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
      />
      {made && <InvitationLink {...made} onClose={forgetLink} />}
      <Suspense>
        {opened && <InvitationDialog invitation={opened} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </>
  );
}
