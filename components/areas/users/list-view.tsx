"use client";
import { MailPlus, Mails, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useRef, useState } from "react";
import { CollectionView } from "@/components/resource/record/collection-view";
import { narrowButton } from "@/components/resource/table/narrow-button";
import { lazyPart } from "@/components/shell/lazy-part";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import { userDisplayName } from "@/lib/format/user-name";
import { useUserColumns } from "./columns";
import { useDeleteUsers } from "./delete-users";

const InviteDialog = lazyPart(() => import("./invite-dialog"));
const InvitationsDialog = lazyPart(() => import("./invitations-dialog"));

/** Beside "New user": inviting somebody, and the invitations that are open (US-02). */
function InviteActions() {
  const t = useTranslations("users");
  const [dialog, setDialog] = useState<"invite" | "invitations">();
  const inviteButton = useRef<HTMLButtonElement>(null);
  const close = () => setDialog(undefined);
  return (
    <>
      <IconButton
        label={t("invitations.title")}
        aria-haspopup="dialog"
        onClick={() => setDialog("invitations")}
      >
        <Mails />
      </IconButton>
      <Button
        ref={inviteButton}
        icon={<MailPlus />}
        className={narrowButton.button}
        aria-haspopup="dialog"
        onClick={() => setDialog("invite")}
      >
        <span className={narrowButton.label}>{t("invite.action")}</span>
      </Button>
      <Suspense fallback={null}>
        {dialog === "invite" && <InviteDialog onClose={close} focusAfterwards={() => inviteButton.current} />}
        {dialog === "invitations" && <InvitationsDialog onClose={close} />}
      </Suspense>
    </>
  );
}

export default function UsersListView() {
  const t = useTranslations("users");
  const { has } = usePermissions();
  const { authMode } = usePublicConfig();
  const remove = useDeleteUsers();
  return (
    <CollectionView
      title={t("title")}
      endpoint={contract.users.list}
      columns={useUserColumns()}
      idOf={({ userId }) => userId}
      nameOf={userDisplayName}
      linkOf={({ userId }) => `/users/${userId}`}
      exported={contract.users.export}
      empty={{ icon: <Users />, title: t("empty"), description: t("emptyHint") }}
      create={
        has("UserView_AddAction") && authMode === "basic" ? { to: "/users/new", label: t("new") } : undefined
      }
      actions={has("UserView_InviteAction") && <InviteActions />}
      remove={has("UserView_DeleteAction") ? remove : undefined}
    />
  );
}
