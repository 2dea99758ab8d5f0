"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { ErrorView } from "@/components/errors/error-view";
import { SectionCard } from "@/components/resource/form/section-card";
import { SessionList } from "@/components/resource/sessions/session-list";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/api/client";
import { ApiError } from "@/lib/client/api/error";
import { queryOf } from "@/lib/client/api/query";
import { contract } from "@/lib/contract";

/** The user's own sessions (AU-14). */
export default function SessionsSection() {
  const t = useTranslations("my-account.sessions");
  const { data, error, refetch } = useQuery(queryOf(contract.user.sessions, {}));
  return (
    <SectionCard title={t("title")} titleId={useId()} description={t("description")}>
      {data ? (
        <SessionList
          sessions={data}
          end={(sessionId) => call(contract.user.endSession, { params: { sessionId } })}
          endAll={() => call(contract.user.endSessions, {})}
          affects={contract.user.endSessions.affects}
        />
      ) : error ? (
        <ErrorView status={error instanceof ApiError ? error.status : 0} onRetry={() => refetch()} />
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </SectionCard>
  );
}
