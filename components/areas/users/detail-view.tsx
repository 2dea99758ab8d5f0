"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Eye, KeyRound, LockKeyhole, ShieldCheck, User } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { ReasonedButton } from "@/components/resource/form/reasoned-button";
import { HistoryDialog } from "@/components/resource/history/history-dialog";
import { ActionLabel } from "@/components/resource/record/action-label";
import { attributesTab } from "@/components/resource/record/attributes-tab";
import { RecordHead } from "@/components/resource/record/record-head";
import { RecordView } from "@/components/resource/record/record-view";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { useRecord } from "@/components/resource/record/use-record";
import { useMayLeave } from "@/components/shell/tabs/unload-guard";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { SubTabs } from "@/components/ui/sub-tabs";
import { avatarAddressOf } from "@/lib/client/api/avatar-address";
import { useCapability } from "@/lib/client/api/capabilities";
import { call } from "@/lib/client/api/client";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { useCurrentUser, usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { announceSession } from "@/lib/client/session/announce";
import { userKey } from "@/lib/client/settings/settings-writer";
import { useTab } from "@/lib/client/tabs";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { contract } from "@/lib/contract";
import type { UserDetail } from "@/lib/contract/users";
import { viewingMinutes } from "@/lib/contract/viewing";
import { userDisplayName } from "@/lib/format/user-name";
import type { ViewProps } from "../../area/area";
import { useDeleteUsers } from "./delete-users";
import { useDenied, useDeniedOf } from "./denied";
import { useUserLabel } from "./labels";
import { UserRoles } from "./user-roles";
import { UserSection, UserSettings } from "./user-section";

const ApiKeysDialog = lazyPart(() => import("./api-keys-dialog"));
const PermissionSources = lazyPart(() => import("./permission-sources"));
const SecondFactors = lazyPart(() => import("./second-factors"));
const SetPasswordDialog = lazyPart(() => import("@/components/resource/password/set-password-dialog"));

export default function UserDetailView({ id }: ViewProps) {
  const generateKey = useTranslations("api-keys")("generate");
  const { has } = usePermissions();
  const { authMode, prefix } = usePublicConfig();
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
    restoreEndpoint: has("UserView_EditAction") && contract.users.restoreState,
    restoreDeletedEndpoint: has("UserView_DeleteAction") && contract.users.restoreDeleted,
    params,
    label,
  };

  return (
    <RecordView query={query} history={has("UserView_HistoryAction") && history}>
      {(user) => (
        <>
          <RecordHead
            icon={<Avatar {...user} src={avatarAddressOf(prefix, user)} size={40} />}
            title={userDisplayName(user)}
            trace={user}
            area="users"
            onHistory={has("UserView_HistoryAction") ? () => setDialog("history") : undefined}
            onDelete={
              has("UserView_DeleteAction")
                ? () => remove.ask(user).then((done) => done && tab.discard())
                : undefined
            }
            deleteLockedReason={deniedOf(user, "deletionOfStronger")}
            actions={
              <>
                {has("UserView_CreateApiKey") && (
                  <Button variant="ghost" icon={<KeyRound />} onClick={() => setDialog("apiKeys")}>
                    <ActionLabel>{generateKey}</ActionLabel>
                  </Button>
                )}
                {has("UserView_EditAction") && <ViewAsButton user={user} />}
                {authMode === "basic" && has("UserView_EditAction") && (
                  <SetPasswordButton user={user} onClick={() => setDialog("password")} />
                )}
              </>
            }
          />
          <UserTabs user={user} />
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

function UserTabs({ user }: { user: UserDetail }) {
  const t = useTranslations("users");
  const { has } = usePermissions();
  const { authMode } = usePublicConfig();
  const hasSecondFactors = useCapability("second-factors");
  const sourcesAreKnown = useCapability("permission-sources");
  return (
    <SubTabs
      items={[
        {
          id: "user",
          label: t("tabs.user"),
          icon: User,
          content: (
            <SectionsColumn>
              <UserSection user={user} />
              {authMode === "basic" && hasSecondFactors && has("UserView_EditAction") && (
                <Suspense fallback={null}>
                  <SecondFactors user={user} />
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

function SetPasswordButton({ user, onClick }: { user: UserDetail; onClick: () => void }) {
  const t = useTranslations("resource.setPassword");
  const isMe = useCurrentUser().data?.profile.userId === user.userId;
  const denied = useDenied(user, "passwordOfStronger", "foreignAccount");
  return (
    <ReasonedButton
      variant="ghost"
      icon={<LockKeyhole />}
      disabledReason={isMe ? t("own") : denied}
      onClick={onClick}
    >
      <ActionLabel>{t("action")}</ActionLabel>
    </ReasonedButton>
  );
}

/** Starts viewing as the user; their workspace replaces this one. */
function ViewAsButton({ user }: { user: UserDetail }) {
  const t = useTranslations("users.viewAs");
  const client = useQueryClient();
  const prefix = usePrefix();
  const confirm = useConfirm();
  const mayLeave = useMayLeave();
  const isOffered = useCapability("view-as");
  const isMe = useCurrentUser().data?.profile.userId === user.userId;
  const denied = useDenied(user, "viewingOfStronger");
  const begin = useMutation({
    mutationFn: () => call(contract.users.viewAs, { params: { userId: user.userId } }),
    meta: { silent: "success" },
    onSuccess() {
      announceSession(prefix);
      return client.refetchQueries({ queryKey: userKey });
    },
  });
  const ask = async () => {
    const isMeant = await confirm({
      title: t("title", { name: userDisplayName(user) }),
      description: t("description", { minutes: viewingMinutes }),
      confirmLabel: t("action"),
    });
    if (isMeant && (await mayLeave("leave"))) begin.mutate();
  };
  if (!isOffered) return null;
  return (
    <ReasonedButton
      variant="ghost"
      icon={<Eye />}
      loading={begin.isPending}
      disabledReason={isMe ? t("own") : denied}
      onClick={ask}
    >
      <ActionLabel>{t("action")}</ActionLabel>
    </ReasonedButton>
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
