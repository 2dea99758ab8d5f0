"use client";
import { useQuery } from "@tanstack/react-query";
import { KeyRound, LockKeyhole, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, Suspense, useId, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { useEditScope } from "@/components/resource/form/edit-scope";
import { ReasonedButton } from "@/components/resource/form/reasoned-button";
import { SectionCard } from "@/components/resource/form/section-card";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { useSingleKey } from "@/components/ui/single-keys";
import { Skeleton } from "@/components/ui/skeleton";
import { useCapability } from "@/lib/client/api/capabilities";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { useCurrentUser, usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { ViewLink } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";
import type { UserDetail } from "@/lib/contract/users";
import { apiKeysShownCall } from "./calls";
import { useDenied } from "./denied";
import { FromProvider } from "./from-provider";

const AddRoles = lazyPart(() => import("./add-roles"));

interface UserFactsProps {
  user: UserDetail;
  onPassword: () => void;
  onApiKeys: () => void;
}

/** Sign-ins, roles and API keys of a user, each with its action. */
export function UserFacts({ user, onPassword, onApiKeys }: UserFactsProps) {
  const { has } = usePermissions();
  const { authMode } = usePublicConfig();
  return (
    <>
      <SignIns user={user}>
        {authMode === "basic" && has("UserView_EditAction") && (
          <SetPasswordButton user={user} onClick={onPassword} />
        )}
      </SignIns>
      {has("UserView_RoleSection") && <Roles user={user} />}
      {has("UserView_CreateApiKey") && <ApiKeys userId={user.userId} onManage={onApiKeys} />}
    </>
  );
}

function SignIns({ user, children }: { user: UserDetail; children: ReactNode }) {
  const t = useTranslations("users");
  const never = useTranslations("resource.table")("never");
  const format = useFormat();
  const { has } = usePermissions();
  const isKnown = useCapability("user-sign-ins") && has("UserView_HistoryAction");
  const { data, isError } = useQuery({
    ...queryOf(contract.users.signIns, { params: { userId: user.userId } }),
    enabled: isKnown,
    meta: { silent: true },
  });
  const count = data?.reduce((sum, { signIns }) => sum + signIns, 0);
  return (
    <SectionCard title={t("facts.signIn")} titleId={useId()} action={children}>
      <div className="flex flex-col gap-3">
        <dl>
          <dt className="text-muted text-xs">{t("fields.lastLoginDate")}</dt>
          <dd>{user.lastLoginDate ? format.dateTime(user.lastLoginDate) : never}</dd>
        </dl>
        {isKnown && !isError && (
          <div className="min-h-12">
            {data && <Days days={data} />}
            <p className="mt-1 text-muted text-xs">
              {count === undefined ? <Skeleton className="h-3 w-40" /> : t("facts.recent", { count })}
            </p>
          </div>
        )}
      </div>
    </SectionCard>
  );
}

/** Decorative: the total is below. */
function Days({ days }: { days: readonly { day: string; signIns: number }[] }) {
  const t = useTranslations("users.facts");
  const format = useFormat();
  const most = Math.max(1, ...days.map(({ signIns }) => signIns));
  return (
    <div aria-hidden="true" className="flex h-8 items-end gap-px">
      {days.map(({ day, signIns }) => (
        <span
          key={day}
          title={t("onDay", { day: format.date(day), count: signIns })}
          className={`flex-1 rounded-t-sm ${signIns > 0 ? "drawn bg-primary" : "bg-border"}`}
          style={{ height: signIns > 0 ? `${20 + (signIns / most) * 80}%` : 2 }}
        />
      ))}
    </div>
  );
}

function SetPasswordButton({ user, onClick }: { user: UserDetail; onClick: () => void }) {
  const t = useTranslations("resource.setPassword");
  const isMe = useCurrentUser().data?.profile.userId === user.userId;
  const denied = useDenied(user, "passwordOfStronger", "foreignAccount");
  return (
    <ReasonedButton
      size="sm"
      icon={<LockKeyhole />}
      disabledReason={isMe ? t("own") : denied}
      onClick={onClick}
    >
      {t("action")}
    </ReasonedButton>
  );
}

function Roles({ user }: { user: UserDetail }) {
  const t = useTranslations("users");
  const { has } = usePermissions();
  const { isPartial } = useEditScope();
  const [isAdding, setAdding] = useState(false);
  const addKey = useSingleKey("create", t("roles.add"));
  const { roles } = user;
  const opens = has("RoleView");
  return (
    <SectionCard
      title={t("roles.title")}
      titleId={useId()}
      action={
        has("UserView_EditAction") && (
          <IconButton
            size="sm"
            variant="secondary"
            label={t("roles.add")}
            aria-haspopup="dialog"
            {...addKey}
            onClick={() => setAdding(true)}
          >
            <Plus />
          </IconButton>
        )
      }
    >
      {roles?.length ? (
        <ul aria-label={t("roles.title")} className="flex flex-wrap gap-1.5">
          {roles.map(({ roleId, roleName, isFromProvider }) => (
            <li key={roleId} className="flex max-w-full items-center gap-1">
              {opens ? (
                <ViewLink
                  to={`/roles/${roleId}`}
                  options={{ title: roleName }}
                  className="inline-flex min-h-6 max-w-full items-center rounded-sm border bg-hover px-2 font-medium text-xs hover:border-primary/40 hover:text-primary"
                >
                  <span className="min-w-0 truncate">{roleName}</span>
                </ViewLink>
              ) : (
                <Badge className="max-w-full">
                  <span className="min-w-0 truncate">{roleName}</span>
                </Badge>
              )}
              <FromProvider isFromProvider={isFromProvider} />
            </li>
          ))}
        </ul>
      ) : isPartial && !roles ? (
        <Skeleton className="h-6 w-32" />
      ) : (
        <p className="text-muted text-sm">{t("roles.emptyHint")}</p>
      )}
      <Suspense>{isAdding && <AddRoles user={user} open onOpenChange={setAdding} />}</Suspense>
    </SectionCard>
  );
}

function ApiKeys({ userId, onManage }: { userId: string; onManage: () => void }) {
  const t = useTranslations("users.facts");
  const keys = useTranslations("api-keys");
  const { data } = useQuery({
    ...queryOf(contract.users.apiKeys, apiKeysShownCall(userId)),
    meta: { silent: true },
  });
  const more = (data?.totalCount ?? 0) - (data?.list.length ?? 0);
  return (
    <SectionCard
      title={keys("title")}
      titleId={useId()}
      action={
        <Button size="sm" icon={<KeyRound />} aria-haspopup="dialog" onClick={onManage}>
          {keys("generate")}
        </Button>
      }
    >
      {data?.list.length === 0 ? (
        <p className="text-muted text-sm">{t("noKeys")}</p>
      ) : (
        <ul className="flex min-h-5 flex-col gap-1 text-sm">
          {data?.list.map(({ apiKeyId, keyName, keyEnding }) => (
            <li key={apiKeyId} className="flex min-w-0 justify-between gap-2">
              <span className="min-w-0 truncate">{keyName}</span>
              <span className="shrink-0 font-mono text-muted text-xs">…{keyEnding}</span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="text-muted text-sm">{t("moreKeys", { count: more })}</p>}
    </SectionCard>
  );
}
