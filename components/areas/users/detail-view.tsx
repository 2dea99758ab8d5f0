"use client";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, ShieldCheck, User } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, Suspense, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { HistoryDialog } from "@/components/resource/history/history-dialog";
import { attributesTab } from "@/components/resource/record/attributes-tab";
import { RecordHead } from "@/components/resource/record/record-head";
import { RecordView } from "@/components/resource/record/record-view";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { useRecord } from "@/components/resource/record/use-record";
import { Avatar } from "@/components/ui/avatar";
import { SubTabs } from "@/components/ui/sub-tabs";
import { avatarAddressOf } from "@/lib/client/api/avatar-address";
import { useCapability } from "@/lib/client/api/capabilities";
import { call } from "@/lib/client/api/client";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { useOwnPermissions, usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { useTab } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";
import { userDisplayName } from "@/lib/format/user-name";
import type { ViewProps } from "../../area/area";
import { useDeleteUsers } from "./delete-users";
import { useDeniedOf } from "./denied";
import { useUserLabel } from "./labels";
import { UserFacts } from "./user-facts";
import { UserRoles } from "./user-roles";
import { UserSection, UserSettings } from "./user-section";
import { UserState } from "./user-state";
import { useViewAs } from "./view-as";

const ApiKeysDialog = lazyPart(() => import("./api-keys-dialog"));
const PermissionSources = lazyPart(() => import("./permission-sources"));
const SecondFactors = lazyPart(() => import("./second-factors"));
const Sessions = lazyPart(() => import("./sessions"));
const SetPasswordDialog = lazyPart(() => import("@/components/resource/password/set-password-dialog"));

export default function UserDetailView({ id }: ViewProps) {
  const { has } = usePermissions();
  const { has: mayRestore } = useOwnPermissions();
  const { prefix } = usePublicConfig();
  const viewAs = useViewAs();
  const tab = useTab();
  const params = { userId: id };
  const query = useRecord(contract.users.detail, params, userDisplayName);
  const remove = useDeleteUsers();
  const label = useUserLabel();
  const deniedOf = useDeniedOf();
  const [dialog, setDialog] = useState<"history" | "password" | "apiKeys">();
  const close = () => setDialog(undefined);
  const history = {
    endpoint: contract.users.recordHistory,
    detailEndpoint: contract.users.recordHistoryDetail,
    restoreEndpoint: mayRestore("UserView_EditAction") && contract.users.restoreState,
    restoreDeletedEndpoint: has("UserView_DeleteAction") && contract.users.restoreDeleted,
    params,
    label,
  };

  return (
    <RecordView query={query} history={has("UserView_HistoryAction") && history}>
      {(user) => (
        <>
          <RecordHead
            icon={
              <Avatar
                {...user}
                src={avatarAddressOf(prefix, user)}
                className="@max-[720px]/head:size-10 @max-[720px]/head:text-sm"
              />
            }
            title={userDisplayName(user)}
            state={<UserState {...user} />}
            trace={user}
            area="users"
            onHistory={
              has("UserView_HistoryAction")
                ? () => setDialog((shown) => (shown === "history" ? undefined : "history"))
                : undefined
            }
            isHistoryOpen={dialog === "history"}
            onDelete={
              has("UserView_DeleteAction")
                ? () => remove.ask(user).then((done) => done && tab.discard())
                : undefined
            }
            deleteLockedReason={deniedOf(user, "deletionOfStronger")}
            more={viewAs && [viewAs(user)]}
          />
          <UserTabs
            user={user}
            onPassword={() => setDialog("password")}
            onApiKeys={() => setDialog("apiKeys")}
          />
          <HistoryDialog
            open={dialog === "history"}
            onOpenChange={close}
            name={userDisplayName(user)}
            {...history}
          />
          <Suspense fallback={null}>
            {dialog === "apiKeys" && <ApiKeysDialog user={user} onClose={close} />}
            {dialog === "password" && (
              <SetPasswordDialog
                name={userDisplayName(user)}
                apiKeys={has("UserView_CreateApiKey") && <KeyNames userId={id} />}
                save={(body) => call(contract.users.setPassword, { params, body })}
                affects={contract.users.setPassword.affects}
                createLink={() => call(contract.users.passwordLink, { params })}
                onClose={close}
              />
            )}
          </Suspense>
        </>
      )}
    </RecordView>
  );
}

function UserTabs({ user, ...dialogs }: ComponentProps<typeof UserFacts>) {
  const t = useTranslations("users");
  const { has } = usePermissions();
  const { authMode } = usePublicConfig();
  const hasSecondFactors = useCapability("second-factors");
  const hasSessions = useCapability("sessions");
  const sourcesAreKnown = useCapability("permission-sources");
  return (
    <SubTabs
      items={[
        {
          id: "user",
          label: t("tabs.user"),
          icon: User,
          content: (
            <SectionsColumn aside={<UserFacts user={user} {...dialogs} />}>
              <UserSection user={user} />
              {authMode === "basic" && hasSecondFactors && has("UserView_EditAction") && (
                <Suspense fallback={null}>
                  <SecondFactors user={user} />
                </Suspense>
              )}
              {hasSessions && has("UserView_EditAction") && (
                <Suspense fallback={null}>
                  <Sessions user={user} />
                </Suspense>
              )}
              {user.settings && has("UserView_SettingSection") && <UserSettings settings={user.settings} />}
            </SectionsColumn>
          ),
        },
        {
          id: "roles",
          label: t("tabs.roles"),
          icon: ShieldCheck,
          permission: "UserView_RoleSection",
          badge: user.roles?.length,
          content: <UserRoles user={user} />,
        },
        ...(sourcesAreKnown
          ? [
              {
                id: "permissions",
                label: t("tabs.permissions"),
                icon: KeyRound,
                permission: "UserView_RoleSection" as const,
                content: (
                  <Suspense fallback={null}>
                    <PermissionSources user={user} />
                  </Suspense>
                ),
              },
            ]
          : []),
        attributesTab({
          ...{ label: t("tabs.attributes"), calls: contract.users, view: "UserView", noun: "user" },
          params: { userId: user.userId },
        }),
      ]}
    />
  );
}

/** Names of a user's API keys, for users who may manage them. */
function KeyNames({ userId }: { userId: string }) {
  const t = useTranslations("resource.setPassword");
  const format = useFormat();
  const { data } = useQuery(
    queryOf(contract.users.apiKeys, { params: { userId }, query: { pageLimit: 50 } }),
  );
  if (!data) return null;
  const names = data.list.map(({ keyName, keyEnding }) => keyName || `…${keyEnding}`);
  if (names.length === 0) return t("noApiKeys");
  return `${t("apiKeys", { names: format.allOf(names) })} ${t("endApiKeysHelp")}`;
}
