"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { SectionCard } from "@/components/resource/form/section-card";
import { SessionList } from "@/components/resource/sessions/session-list";
import { call } from "@/lib/client/api/client";
import { queryOf } from "@/lib/client/api/query";
import { useCurrentUser } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import type { UserDetail } from "@/lib/contract/users";
import { userDisplayName } from "@/lib/format/user-name";
import { useDenied } from "./denied";

/** A user's sessions, which administrators can end (AU-14). */
export default function Sessions({ user }: { user: UserDetail }) {
  const t = useTranslations("users.sessions");
  const titleId = useId();
  const denied = useDenied(user, "sessionsOfStronger");
  const isMe = useCurrentUser().data?.profile.userId === user.userId;
  const params = { userId: user.userId };
  const { data } = useQuery({
    ...queryOf(contract.users.sessions, { params }),
    enabled: denied === undefined,
  });
  if (!data && denied === undefined) return null;
  return (
    <SectionCard title={t("title")} titleId={titleId}>
      {data && denied === undefined ? (
        <SessionList
          sessions={data}
          name={isMe ? undefined : userDisplayName(user)}
          end={(sessionId) => call(contract.users.endSession, { params: { ...params, sessionId } })}
          endAll={() => call(contract.users.endSessions, { params })}
          affects={contract.users.endSessions.affects}
        />
      ) : (
        <p className="text-muted">{denied}</p>
      )}
    </SectionCard>
  );
}
