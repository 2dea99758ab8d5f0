"use client";
import { Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { CollectionView } from "@/components/resource/record/collection-view";
import { usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import { userDisplayName } from "@/lib/format/user-name";
import { useUserColumns } from "./columns";
import { useDeleteUsers } from "./delete-users";
import { InviteActions } from "./invite-actions";
import { QuickFilters } from "./quick-filters";

const bulkForm = () => import("./bulk-form").then((loaded) => loaded.bulkForm);

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
        has("UserView_AddAction") && authMode === "basic" ? { to: "/users/new", label: t("new") } : undefined
      }
      actions={has("UserView_InviteAction") && <InviteActions />}
      bulkEdit={
        has(["UserView_EditAction", "UserView_RoleSection"]) && { calls: contract.users, form: bulkForm }
      }
      remove={has("UserView_DeleteAction") ? remove : undefined}
    />
  );
}
