"use client";
import { useQuery } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, Suspense, useState } from "react";
import type * as z from "zod";
import { lazyPart } from "@/components/loading/lazy-part";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import type { Endpoint } from "@/lib/contract/endpoint";
import type { HistoryDetail, HistoryRow } from "@/lib/contract/history";
import { FieldValue } from "../values/field-value";
import { fieldChanges, isDeletion } from "./changes";
import { useChangeTypeLabel } from "./labels";
import { ListChange } from "./list-change";

const RestoreButton = lazyPart(() => import("./restore"));

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
  const t = useTranslations("history");
  const common = useTranslations("common");
  const input = { params: { ...params, type: row.type, historyId: row.id } };
  // Changes are immutable, so they never become stale.
  const { data, isPending, isError, refetch } = useQuery({
    ...queryOf<HistoryDetailEndpoint>(endpoint, input as never),
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (isPending) return <DetailSkeleton />;
  if (isError)
    return (
      <Alert
        tone="danger"
        title={t("loadFailed")}
        action={
          <Button size="sm" onClick={() => refetch()}>
            {common("retry")}
          </Button>
        }
      />
    );

  return (
    <ShownChange change={data} label={label}>
      {restoreEndpoint && data.isRestorable && (
        <Suspense>
          <RestoreButton
            endpoint={restoreEndpoint}
            input={input}
            label={label}
            texts={{ restore: t("restore"), restored: t("restored") }}
          />
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
      ) : changes.length === 0 ? (
        <p className="text-muted text-sm">{t("noDifferences")}</p>
      ) : (
        <ChangesTable changes={changes} label={label} />
      )}
    </section>
  );
}

interface ChangesTableProps {
  changes: ReturnType<typeof fieldChanges>;
  label: (name: string) => string;
}

/** Fields of a record before and after a change. */
function ChangesTable({ changes, label }: ChangesTableProps) {
  const t = useTranslations("history");
  return (
    <div className="overflow-x-auto rounded-lg border bg-surface">
      <table className="w-full table-fixed text-sm">
        <thead className="bg-background text-left text-muted text-xs">
          <tr className={narrowRow}>
            {(["field", "previous", "current"] as const).map((column) => (
              <th
                key={column}
                scope="col"
                className={cn("px-3 py-2 font-medium", column === "field" && "max-sm:sr-only")}
              >
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ name, previous, current, changed }) => (
            <tr key={name} className={cn("border-t align-top", narrowRow, changed && "bg-warning/8")}>
              <th
                scope="row"
                className="break-words px-3 py-2 text-left font-medium max-sm:col-span-2 max-sm:pb-0"
              >
                {label(name)}
                {changed && (
                  <>
                    {" "}
                    <Badge tone="warning">{t("changed")}</Badge>
                  </>
                )}
              </th>
              {Array.isArray(previous) || Array.isArray(current) ? (
                <td colSpan={2} className="px-3 py-2 max-sm:col-span-2">
                  <ListChange name={name} previous={previous} current={current} />
                </td>
              ) : (
                <>
                  <td className="break-words px-3 py-2 text-muted">
                    <FieldValue name={name} value={previous} />
                  </td>
                  <td className="break-words px-3 py-2">
                    <FieldValue name={name} value={current} />
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Complete record at a point in time (HI-03). */
function StateTable({
  title,
  state,
  label,
}: {
  title: string;
  state: Readonly<Record<string, unknown>>;
  label: (name: string) => string;
}) {
  return (
    <div className="overflow-x-auto rounded-lg border bg-surface">
      <table aria-label={title} className="w-full table-fixed text-sm">
        <tbody>
          {fieldChanges({ previous: null, current: state }).map(({ name, current }) => (
            <tr key={name} className="border-t align-top first:border-t-0">
              <th scope="row" className="w-2/5 break-words px-3 py-2 text-left font-medium">
                {label(name)}
              </th>
              <td className="break-words px-3 py-2">
                <FieldValue name={name} value={current} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** On small screens the field name is above its two values. */
const narrowRow = "max-sm:grid max-sm:grid-cols-2";

function DetailSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-3 w-56" />
      <Skeleton className="h-40 w-full rounded-lg" />
    </div>
  );
}
