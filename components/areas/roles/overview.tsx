"use client";
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode, useId, useRef } from "react";
import { useInitialFocus } from "@/components/resource/form/create-form";
import { SectionCard } from "@/components/resource/form/section-card";
import { grantedIn, itemsOf } from "@/components/resource/permissions/tree";
import { usePermissionPartLabel } from "@/components/resource/values/permission-labels";
import { PersonName, useAvatarAddress } from "@/components/resource/values/person-name";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { queryOf } from "@/lib/client/api/query";
import { usePermissions } from "@/lib/client/permissions";
import { useTab, ViewLink } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";
import type { RoleDetail } from "@/lib/contract/roles";
import { userDisplayName } from "@/lib/format/user-name";

/** Maximum number of names listed. */
const maxNamed = 8;

interface RoleOverviewProps {
  role: RoleDetail;
  /** Called before the permissions are shown, for a role without any. */
  onChoose: () => void;
}

/** Summary of a role's permissions and users, each linked to its sub-tab. */
export function RoleOverview({ role, onChoose }: RoleOverviewProps) {
  const { has } = usePermissions();
  const canChoose = role.permissionCount === 0 && !role.isBuiltIn && has("RoleView_EditAction");
  return (
    <>
      {has("RoleView_PermissionSection") &&
        (canChoose ? <NothingPermitted onChoose={onChoose} /> : <Permitted role={role} />)}
      {has("RoleView_UserSection") && <Holders role={role} />}
    </>
  );
}

interface SummaryProps {
  title: string;
  /** Sub-tab with the details, and the link text. */
  tab: string;
  more: string;
  children: ReactNode;
}

function Summary({ title, tab, more, children }: SummaryProps) {
  const { setQuery } = useTab();
  return (
    <SectionCard
      title={title}
      titleId={useId()}
      action={
        <Button size="sm" variant="ghost" onClick={() => setQuery({ tab })}>
          {more}
        </Button>
      }
    >
      {children}
    </SectionCard>
  );
}

/** Leads to the permissions of a new role, and has the focus when the view opens. */
function NothingPermitted({ onChoose }: Pick<RoleOverviewProps, "onChoose">) {
  const t = useTranslations();
  const { setQuery } = useTab();
  const button = useRef<HTMLButtonElement>(null);
  useInitialFocus(() => button.current);
  return (
    <SectionCard title={t("roles.overview.permits")} titleId={useId()}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-muted">{t("roles.overview.nothing")}</p>
        <Button
          ref={button}
          variant="primary"
          icon={<KeyRound />}
          onClick={() => {
            onChoose();
            setQuery({ tab: "permissions" });
          }}
        >
          {t("permissions.choose")}
        </Button>
      </div>
    </SectionCard>
  );
}

function Permitted({ role: { roleId, isBuiltIn, permissionCount } }: { role: RoleDetail }) {
  const t = useTranslations("roles.overview");
  const isAsked = !isBuiltIn && permissionCount !== 0;
  const { data, isError } = useQuery({
    ...queryOf(contract.roles.permissions, { params: { roleId } }),
    enabled: isAsked,
    meta: { silent: true },
  });
  const labelOf = usePermissionPartLabel();
  // The sub-tab reports the failure.
  if (isError && !data) return null;
  const granted = grantedIn(data ?? []);
  const views = (data ?? []).filter(({ view }) => granted.has(view.permissionId));
  return (
    <Summary title={t("permits")} tab="permissions" more={t("showPermissions")}>
      {!isAsked || data ? (
        views.length > 0 ? (
          <dl className="grid gap-x-6 gap-y-2 @md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
            {views.map((node) => {
              const parts = itemsOf(node).filter(({ id, parent }) => parent !== undefined && granted.has(id));
              return (
                <Fragment key={node.view.permissionId}>
                  <dt>{labelOf(node.view.permissionId)}</dt>
                  <dd className="text-muted @max-md:-mt-2">
                    {parts.length > 0 ? parts.map(({ id }) => labelOf(id)).join(", ") : t("onlySee")}
                  </dd>
                </Fragment>
              );
            })}
          </dl>
        ) : (
          <p className="text-muted">{t(isBuiltIn ? "everything" : "nothing")}</p>
        )
      ) : (
        <Skeleton className="h-12 w-full" />
      )}
    </Summary>
  );
}

function Holders({ role: { roleId, userCount } }: { role: RoleDetail }) {
  const t = useTranslations("roles.overview");
  const { has } = usePermissions();
  const avatarAddress = useAvatarAddress();
  const { data, isError } = useQuery({
    ...queryOf(contract.roles.users, { params: { roleId }, query: { pageLimit: maxNamed } }),
    enabled: userCount > 0,
    meta: { silent: true },
  });
  if (isError && !data) return null;
  const left = userCount - (data?.list.length ?? 0);
  return (
    <Summary title={t("holders")} tab="users" more={t("showUsers")}>
      {userCount === 0 ? (
        <p className="text-muted">{t("noUsers")}</p>
      ) : data ? (
        <ul className="flex flex-wrap items-center gap-x-5 gap-y-1">
          {data.list.map((user) => {
            const name = (
              <PersonName person={user} src={avatarAddress(user)}>
                {userDisplayName(user)}
              </PersonName>
            );
            return (
              <li key={user.userId} className="flex min-h-6 max-w-full items-center">
                {has("UserView") ? (
                  <ViewLink
                    to={`/users/${user.userId}`}
                    className="flex min-h-6 min-w-0 items-center rounded hover:underline"
                  >
                    {name}
                  </ViewLink>
                ) : (
                  name
                )}
              </li>
            );
          })}
          {left > 0 && <li className="text-muted">{t("more", { count: left })}</li>}
        </ul>
      ) : (
        <Skeleton className="h-6 w-full" />
      )}
    </Summary>
  );
}
