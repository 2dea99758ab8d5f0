"use client";
import { MailCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { CollectionView } from "@/components/resource/record/collection-view";
import { contract } from "@/lib/contract";
import { useInvitationColumns } from "./invitation-columns";

/** Open invitations as a search collection (CF-04); each links to the list that resends or revokes it. */
export default function InvitationsListView() {
  const t = useTranslations("users.invitations");
  return (
    <CollectionView
      title={t("title")}
      endpoint={contract.invitations.list}
      columns={useInvitationColumns()}
      idOf={({ invitationId }) => invitationId}
      nameOf={({ email }) => email}
      linkOf={() => "/users?invitations=all"}
      empty={{ icon: <MailCheck />, title: t("empty"), description: t("emptyHint") }}
    />
  );
}
