"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, Suspense, useState } from "react";
import { ErrorView } from "@/components/errors/error-view";
import { lazyPart } from "@/components/loading/lazy-part";
import { buttonClass } from "@/components/ui/button";
import { ProgressLine } from "@/components/ui/progress-line";
import { Skeleton } from "@/components/ui/skeleton";
import { ApiError } from "@/lib/client/api/error";
import { useReportPresence } from "@/lib/client/live/news";
import { useTab, ViewLink } from "@/lib/client/tabs";
import { EditScopeProvider, useEditScope } from "../form/edit-scope";
import { LiveChange } from "../table/live-change";
import type { DeletedRecordHistory } from "./deleted-record";
import { useListAddress } from "./use-list-address";

// Rarely needed, and not urgent.
const Presence = lazyPart(() => import("./presence"));
const MissingRecord = lazyPart(() => import("./missing-record"));

interface RecordViewProps<Record> {
  query: UseQueryResult<Record>;
  /** Where to find the history of a deleted record; omitted without the permission. */
  history: DeletedRecordHistory | false;
  children: (record: Record) => ReactNode;
}

/** Detail view of a record: loading, loaded, or failed (RT-04). */
export function RecordView<Record>(props: RecordViewProps<Record>) {
  const { isPlaceholderData, isStale, isFetching, isFetchedAfterMount } = props.query;
  // A stale cached record would be edited against an old version, so it is refetched first. Later refetches happen in the
  // background without disturbing an edit.
  const [wasStale] = useState(isStale && isFetching);
  const isFromBefore = wasStale && isFetching && !isFetchedAfterMount;
  return (
    <EditScopeProvider isPartial={isPlaceholderData || isFromBefore}>
      <RecordBody {...props} />
    </EditScopeProvider>
  );
}

/** In a side panel the history replaces all but the head. */
const body =
  "relative flex h-full min-h-0 flex-col [&:has(>[data-panel-history])>:not(header,[data-panel-history])]:hidden";

function RecordBody<Record>({ query, history, children }: RecordViewProps<Record>) {
  const t = useTranslations("common");
  const { active, isPartial } = useEditScope();
  const { data, error, isFetching, refetch, dataUpdatedAt } = query;
  const { path } = useTab();
  const [, collection, id] = path.split("/");
  const say = useReportPresence();
  const { status, requestId } = error instanceof ApiError ? error : { status: 0 };

  // A deleted record is hidden, except while being edited, so that the input can be copied.
  if (error && (data === undefined || (status === 404 && active === undefined))) {
    const isMissing = status === 404 || status === 400;
    const failed = (
      <ErrorView
        status={status}
        requestId={requestId}
        onRetry={() => refetch()}
        action={isMissing && <GoToList />}
      />
    );
    if (status !== 404) return failed;
    return (
      <Suspense fallback={<RecordSkeleton label={t("loading")} />}>
        <MissingRecord history={history} action={<GoToList />} otherwise={failed} />
      </Suspense>
    );
  }
  if (data === undefined) return <RecordSkeleton label={t("loading")} />;
  return (
    <div aria-busy={isPartial || undefined} className={body}>
      <LiveChange
        of={path.slice(1)}
        askedAt={dataUpdatedAt}
        isEditing={active !== undefined}
        onShow={() => refetch()}
      />
      {children(data)}
      <ProgressLine active={isFetching} label={t("loading")} />
      {say && !isPartial && collection && id && (
        <Suspense fallback={null}>
          <Presence
            collection={collection}
            id={id}
            state={active === undefined ? "looks" : "edits"}
            say={say}
          />
        </Suspense>
      )}
    </div>
  );
}

function GoToList() {
  const t = useTranslations("resource.record");
  return (
    <ViewLink to={useListAddress()} className={buttonClass({ variant: "primary" })}>
      {t("goToList")}
    </ViewLink>
  );
}

function RecordSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-6 p-4 sm:px-6">
      <div className="flex items-center gap-3">
        <Skeleton className="size-9 rounded-lg" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="h-3 w-72 max-w-full" />
        </div>
      </div>
      <div className="flex max-w-[960px] flex-col gap-5 rounded-lg border bg-surface p-4">
        {["one", "two", "three"].map((row) => (
          <div key={row} className="flex flex-col gap-2">
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-4 w-56 max-w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
