"use client";
import { Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useCallback, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { CollectionView } from "@/components/resource/record/collection-view";
import { useCapability } from "@/lib/client/api/capabilities";
import { usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import type { InvitationRow } from "@/lib/contract/invitations";
import { userDisplayName } from "@/lib/format/user-name";
import { useUserColumns } from "./columns";
import { useDeleteUsers } from "./delete-users";
import { InviteActions, InvitedSwitch } from "./invite-actions";
import { type ListedUser, useInvitedRows } from "./invited-rows";
import { QuickFilters } from "./quick-filters";
import { useInvitationFilter, useShowInvited } from "./show-invited";

const InvitedList = lazyPart(() => import("./invited-list"));
const InvitationDialog = lazyPart(() => import("./invitation-dialog"));

export default function UsersListView() {
  const t = useTranslations("users");
  const { has } = usePermissions();
  const isBasic = usePublicConfig().authMode === "basic";
  const isWithoutPassword = useCapability("users-without-password");
  const remove = useDeleteUsers();
  const leading = useInvitedRows();
  const [opened, setOpened] = useState<InvitationRow>();
  const offered = {
    removal: useCapability("bulk-role-removal"),
    suspension: useCapability("suspension"),
  };
  const { isOffered: isInvitedOffered, isShown: areInvited, show: showInvited } = useShowInvited();
  const nameOf = useCallback(
    ({ invitation, invited, ...user }: ListedUser) =>
      invitation?.email ?? (invited ? t("invitations.people", { count: invited }) : userDisplayName(user)),
    [t],
  );
  useInvitationFilter();
  return (
    <>
      <CollectionView
        title={t("title")}
        endpoint={contract.users.list}
        columns={useUserColumns(nameOf)}
        idOf={({ userId }) => userId}
        nameOf={nameOf}
        linkOf={({ userId }) => `/users/${userId}`}
        leading={leading}
        onOpen={({ invitation }: ListedUser) => (invitation ? setOpened(invitation) : showInvited(true))}
        choice={isInvitedOffered && <InvitedSwitch />}
        instead={
          areInvited &&
          ((heading) => (
            <Suspense>
              <InvitedList heading={heading} />
            </Suspense>
          ))
        }
        exported={contract.users.export}
        mayImport={has("UserView_AddAction") || has("UserView_EditAction")}
        deleted={
          has("UserView_HistoryAction") && {
            endpoint: contract.users.deleted,
            restoring: has("UserView_DeleteAction") && {
              endpoint: contract.users.restoreDeleted,
              idName: "userId",
            },
          }
        }
        empty={{ icon: <Users />, title: t("empty"), description: t("emptyHint") }}
        quickFilters={<QuickFilters />}
        create={
          has("UserView_AddAction") && (isBasic || isWithoutPassword)
            ? { to: "/users/new", label: t("new") }
            : undefined
        }
        actions={has("UserView_InviteAction") && <InviteActions />}
        bulkEdit={
          has(["UserView_EditAction", "UserView_RoleSection"]) && {
            calls: contract.users,
            form: () => import("./bulk-form").then(({ bulkForm }) => bulkForm(offered)),
          }
        }
        remove={has("UserView_DeleteAction") ? remove : undefined}
      />
      <Suspense>
        {opened && <InvitationDialog invitation={opened} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </>
  );
}
