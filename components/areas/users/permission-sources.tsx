"use client";
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { PermissionMatrix } from "@/components/resource/permissions/permission-matrix";
import { treeOf } from "@/components/resource/permissions/tree";
import { TableFailed } from "@/components/resource/table/table-states";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { useTab, ViewLink } from "@/lib/client/tabs";
import { contract, permissionTrees } from "@/lib/contract";
import { permissionNames } from "@/lib/contract/permissions";
import type { PermissionSource } from "@/lib/contract/user-roles";
import type { UserDetail } from "@/lib/contract/users";
import { userDisplayName } from "@/lib/format/user-name";
import { FromProvider } from "./from-provider";

/** A user's permissions, each with the roles that grant it on hover and focus (PM-05). */
export default function PermissionSources({ user }: { user: UserDetail }) {
  const t = useTranslations("users.permissionSources");
  const { setQuery } = useTab();
  const { data, error, refetch } = useQuery(
    queryOf(contract.users.permissions, { params: { userId: user.userId } }),
  );
  if (error && !data) return <TableFailed error={error} onRetry={() => refetch()} />;
  if (data?.length === 0)
    return (
      <EmptyState
        icon={<KeyRound />}
        title={t("empty")}
        description={t("emptyHint")}
        action={<Button onClick={() => setQuery({ tab: "roles" })}>{t("toRoles")}</Button>}
      />
    );
  return (
    <div className="flex max-w-[1120px] flex-col gap-3 p-4 sm:px-6">
      <p className="text-muted text-sm">{t("description", { name: userDisplayName(user) })}</p>
      {data ? <Sources sources={data} /> : <Skeleton className="h-80 w-full rounded-lg" />}
    </div>
  );
}

function Sources({ sources }: { sources: readonly PermissionSource[] }) {
  const t = useTranslations("users.permissionSources");
  const marks = useTranslations("users.roles");
  const format = useFormat();
  const rolesOf = new Map(sources.map(({ permissionId, roles }) => [permissionId, roles]));
  return (
    <PermissionMatrix
      label={t("title")}
      nodes={treeOf([...namesFor(rolesOf), ...rolesOf.keys()])}
      granted={new Set(rolesOf.keys())}
      noteOf={(id) => {
        const names = rolesOf
          .get(id)
          ?.map(({ roleName, isFromProvider }) =>
            isFromProvider ? `${roleName} (${marks("fromProvider")})` : roleName,
          );
        return names && { text: t("from", { names: format.allOf(names) }) };
      }}
      actions={<RoleLinks sources={sources} />}
    />
  );
}

/** Names of all permissions, except those of the host where the user has none of them. */
const namesFor = (held: ReadonlyMap<string, unknown>) =>
  permissionTrees.filter(({ view, onlyInHost }) => !onlyInHost || held.has(view)).flatMap(permissionNames);

function RoleLinks({ sources }: { sources: readonly PermissionSource[] }) {
  const t = useTranslations("users.permissionSources");
  const { has } = usePermissions();
  const roles = new Map(sources.flatMap(({ roles: own }) => own.map((role) => [role.roleId, role] as const)));
  return (
    <ul aria-label={t("roles")} className="flex min-w-0 flex-wrap gap-1">
      {[...roles.values()].map(({ roleId, roleName, isFromProvider }) => (
        <li key={roleId} className="flex min-w-0 items-center gap-1">
          <Badge className="h-auto min-h-6 max-w-full shrink whitespace-normal wrap-anywhere">
            {has("RoleView") ? <ViewLink to={`/roles/${roleId}`}>{roleName}</ViewLink> : roleName}
          </Badge>
          <FromProvider isFromProvider={isFromProvider} />
        </li>
      ))}
    </ul>
  );
}
