"use client";
import { MailCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { CollectionView } from "@/components/resource/record/collection-view";
import { contract } from "@/lib/contract";
import { useInvitationColumns } from "./invitations-dialog";

/** The open invitations as a collection of the search (CF-04); each leads to where it is sent again or revoked. */
export default function InvitationsListView() {
  const t = useTranslations("users.invitations");
  return (
    <CollectionView
      title={t("title")}
      endpoint={contract.invitations.list}
      columns={useInvitationColumns()}
      idOf={({ invitationId }) => invitationId}
      nameOf={({ email }) => email}
      linkOf={() => "/users?invitations=open"}
      empty={{ icon: <MailCheck />, title: t("empty"), description: t("emptyHint") }}
    />
  );
}
