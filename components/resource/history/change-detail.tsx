"use client";
import { useQuery } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, Suspense, useState } from "react";
import type * as z from "zod";
import { lazyPart } from "@/components/loading/lazy-part";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import type { Endpoint } from "@/lib/contract/endpoint";
import type { HistoryDetail, HistoryRow } from "@/lib/contract/history";
import { ChangesTable, StateTable } from "./change-tables";
import { fieldChanges, isDeletion } from "./changes";
import { useChangeTypeLabel } from "./labels";
import { LoadFailed } from "./load-failed";

const RestoreState = lazyPart(() => import("./restore-state"));

export type HistoryDetailEndpoint = Endpoint & { response: z.ZodType<HistoryDetail> };

interface ChangeDetailProps {
  row: HistoryRow;
  endpoint: HistoryDetailEndpoint;
  params: Readonly<Record<string, string>>;
  /** Restores the record's state after a change; omitted without permission, and for deleted records. */
  restoreEndpoint?: Endpoint | false;
  /** Names of the record's fields. */
  label: (name: string) => string;
}

/** One change: fields before and after, differences marked (HI-02). */
export function ChangeDetail({ row, endpoint, restoreEndpoint, params, label }: ChangeDetailProps) {
  const input = { params: { ...params, type: row.type, historyId: row.id } };
  // Changes are immutable, so they never become stale.
  const { data, isPending, isError, refetch } = useQuery({
    ...queryOf<HistoryDetailEndpoint>(endpoint, input as never),
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (isPending) return <DetailSkeleton />;
  if (isError) return <LoadFailed onRetry={() => refetch()} />;

  return (
    <ShownChange change={data} label={label}>
      {restoreEndpoint && data.isRestorable && (
        <Suspense>
          <RestoreState endpoint={restoreEndpoint} input={input} label={label} />
        </Suspense>
      )}
    </ShownChange>
  );
}

interface ShownChangeProps {
  change: HistoryDetail;
  label: (name: string) => string;
  /** Actions for the change. */
  children?: ReactNode;
}

/** Shows a loaded change. */
export function ShownChange({ change, label, children }: ShownChangeProps) {
  const t = useTranslations("history");
  const format = useFormat();
  const type = useChangeTypeLabel()(change.type);
  const [isWhole, setIsWhole] = useState(false);
  const changes = fieldChanges(change);
  const archivedOn = change.current?.archivedOn;
  const moment = t(isDeletion(change) ? "asOfBefore" : "asOf");
  return (
    <section aria-label={type} className="flex flex-col gap-3">
      <header>
        <h3 className="font-semibold text-base">{type}</h3>
        <p className="text-muted text-xs">
          {format.longDateTime(change.changedOn)} · {change.changedBy}
        </p>
      </header>
      {(children || change.asOf) && (
        <div className="flex flex-wrap gap-2">
          {children}
          {change.asOf && (
            <Button icon={<Clock />} aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
              {moment}
            </Button>
          )}
        </div>
      )}
      {isDeletion(change) && (
        <Alert tone="warning" title={t("deleted")}>
          {typeof archivedOn === "string" && (
            <p>{t("archivedOn", { when: format.longDateTime(archivedOn) })}</p>
          )}
        </Alert>
      )}
      {isWhole && change.asOf ? (
        <StateTable title={moment} state={change.asOf} label={label} />
      ) : change.previous === null && change.current ? (
        <StateTable title={type} state={change.current} label={label} />
      ) : (
        <ChangesTable key={change.id} changes={changes} label={label} />
      )}
    </section>
  );
}

function DetailSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-3 w-56" />
      <Skeleton className="h-40 w-full rounded-lg" />
    </div>
  );
}
