"use client";
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment, useId } from "react";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { TableFailed } from "@/components/resource/table/table-states";
import { usePermissionLabel, usePermissionPartLabel } from "@/components/resource/values/permission-labels";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { queryOf } from "@/lib/client/api/query";
import { usePermissions } from "@/lib/client/permissions";
import { useTab, ViewLink } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";
import type { PermissionSource, UserDetail } from "@/lib/contract/users";
import { userDisplayName } from "@/lib/format/user-name";

/** Explains a user's permissions: each with the roles that grant it (PM-05). */
export default function PermissionSources({ user }: { user: UserDetail }) {
  const t = useTranslations("users");
  const { setQuery } = useTab();
  const { data, error, refetch } = useQuery(
    queryOf(contract.users.permissions, { params: { userId: user.userId } }),
  );
  if (error && !data) return <TableFailed error={error} onRetry={() => refetch()} />;
  if (data?.length === 0)
    return (
      <EmptyState
        icon={<KeyRound />}
        title={t("permissionSources.empty")}
        description={t("permissionSources.emptyHint")}
        action={<Button onClick={() => setQuery({ tab: "roles" })}>{t("permissionSources.toRoles")}</Button>}
      />
    );
  const views = [...new Set(data?.map(({ permissionId }) => viewOf(permissionId)))];
  return (
    <SectionsColumn>
      <p className="text-muted text-sm">
        {t("permissionSources.description", { name: userDisplayName(user) })}
      </p>
      {data ? (
        <div className="@container divide-y rounded-lg border bg-surface">
          {views.map((view) => (
            <ViewSources
              key={view}
              view={view}
              sources={data.filter(({ permissionId }) => viewOf(permissionId) === view)}
            />
          ))}
        </div>
      ) : (
        <Skeleton className="h-80 w-full rounded-lg" />
      )}
    </SectionsColumn>
  );
}

const viewOf = (permissionId: string) => permissionId.split("_")[0] ?? permissionId;

/** Permissions of one view: its name on the left, one line per permission on the right. */
function ViewSources({ view, sources }: { view: string; sources: PermissionSource[] }) {
  const t = useTranslations("permissions");
  const partLabel = usePermissionPartLabel();
  const label = usePermissionLabel();
  const { has } = usePermissions();
  const titleId = useId();
  const titleOf = (permissionId: string) =>
    permissionId === view ? t("view") : label(permissionId).split(" › ").slice(1).join(" › ");
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-x-6 gap-y-2 px-4 py-3 @2xl:grid-cols-[minmax(0,1fr)_minmax(0,3fr)]"
    >
      <h2 id={titleId} className="font-semibold text-base">
        {partLabel(view)}
      </h2>
      <dl className="grid grid-cols-1 items-center gap-x-6 gap-y-1 @md:grid-cols-2">
        {sources.map(({ permissionId, roles }) => (
          <Fragment key={permissionId}>
            <dt title={permissionId}>{titleOf(permissionId)}</dt>
            <dd className="flex flex-wrap gap-1 @max-md:mb-2">
              {roles.map(({ roleId, roleName }) => (
                <Badge
                  key={roleId}
                  className="h-auto min-h-6 max-w-full shrink whitespace-normal wrap-anywhere"
                >
                  {has("RoleView") ? <ViewLink to={`/roles/${roleId}`}>{roleName}</ViewLink> : roleName}
                </Badge>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
