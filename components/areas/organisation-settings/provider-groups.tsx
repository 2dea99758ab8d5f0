"use client";
import { UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazyPart } from "@/components/loading/lazy-part";
import type { RowOf } from "@/components/resource/list/list-call";
import { Assignments } from "@/components/resource/record/assignments";
import { type ColumnChanges, useListColumns } from "@/components/resource/table/list-columns";
import { call } from "@/lib/client/api/client";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";

const AddProviderGroup = lazyPart(() => import("./add-provider-group"));

const calls = contract["organisation-settings"];

const columns: ColumnChanges<RowOf<typeof calls.providerGroups>> = {
  createdOn: { from: "lg" },
  createdBy: { from: "xl" },
};

/** Table that maps groups of the identity provider to roles (US-07). */
export default function ProviderGroups() {
  const t = useTranslations("organisation-settings.groups");
  const { has } = usePermissions();
  const canEdit = has([
    "OrganisationSettingView_EditAction",
    "UserView",
    "UserView_EditAction",
    "UserView_RoleSection",
  ]);
  return (
    <Assignments
      endpoint={calls.providerGroups}
      params={{}}
      label={t("title")}
      columns={useListColumns(calls.providerGroups, "organisation-settings", columns)}
      idOf={({ providerGroupId }) => providerGroupId}
      nameOf={({ groupName, roleName }) => `${groupName} – ${roleName}`}
      empty={{ icon: <UsersRound />, title: t("empty"), description: t("emptyHint") }}
      areas={calls.removeProviderGroups.affects}
      add={
        canEdit
          ? {
              label: t("add"),
              picker: ({ onOpenChange }) => <AddProviderGroup onClose={() => onOpenChange(false)} />,
            }
          : undefined
      }
      remove={
        canEdit
          ? {
              label: t("remove"),
              title: (rows) => t("removeTitle", rows),
              description: t("removeLost"),
              run: (rows) =>
                call(calls.removeProviderGroups, {
                  query: { providerGroupIds: rows.map(({ providerGroupId }) => providerGroupId) },
                }),
            }
          : undefined
      }
    />
  );
}
