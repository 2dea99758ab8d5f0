"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { Alert } from "@/components/ui/alert";
import { ProgressLine } from "@/components/ui/progress-line";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { useTab } from "@/lib/client/tabs";
import type { Endpoint } from "@/lib/contract/endpoint";
import type { HistoryRow } from "@/lib/contract/history";
import HistoryPanels, { type HistoryPanelsProps } from "../history/history-panels";
import RestoreButton from "../history/restore";
import { defaultListState, type ListEndpoint, listCall } from "../list/list-call";

/** The record of a path as the body of bulk calls: `{ userIds: [id] }`. */
const idsBody = (params: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(params).map(([name, id]) => [`${name}s`, [id]]));

export interface DeletedRecordHistory extends HistoryPanelsProps {
  /** Restores a deletion; omitted without the permission. */
  restoreDeletedEndpoint?: Endpoint | false;
}

interface DeletedRecordProps extends DeletedRecordHistory {
  action: ReactNode;
  /** Shown if there never was such a record. */
  otherwise: ReactNode;
}

/** Replaces a deleted record: shows when and by whom it was deleted, and its history (HI-02). */
export default function DeletedRecord({
  action,
  otherwise,
  restoreDeletedEndpoint,
  ...history
}: DeletedRecordProps) {
  const t = useTranslations("history");
  const deleted = useTranslations("resource.deleted");
  const common = useTranslations("common");
  const format = useFormat();
  const { endpoint, params } = history;
  // The same request as the table's below.
  const { data, isPending } = useQuery({
    ...queryOf<ListEndpoint>(endpoint, listCall(defaultListState(endpoint), { params })),
    // The missing record was reported already.
    meta: { silent: true },
  });
  const changes = (data?.list ?? []) as readonly HistoryRow[];
  const last = changes.find(({ type }) => type.endsWith("Deleted")) ?? changes[0];
  const { setTitle } = useTab();
  const name = last?.recordName;
  useEffect(() => {
    if (name) setTitle(name);
  }, [name, setTitle]);
  if (isPending) return <ProgressLine active label={common("loading")} />;
  if (!last) return otherwise;
  return (
    <div className="flex flex-col gap-4 px-4 py-4 sm:px-6">
      <h1 className="break-words font-semibold text-xl">{last.recordName}</h1>
      <Alert
        tone="warning"
        title={t("deleted")}
        action={
          <>
            {restoreDeletedEndpoint && (
              <RestoreButton
                endpoint={restoreDeletedEndpoint}
                input={{ body: idsBody(params) }}
                label={history.label}
                texts={{
                  restore: deleted("restore"),
                  restored: deleted("restored", { count: 1, name: last.recordName }),
                }}
              />
            )}
            {action}
          </>
        }
      >
        <p>{deleted("byWhom", { when: format.longDateTime(last.changedOn), who: last.changedBy })}</p>
      </Alert>
      <h2 className="sr-only">{t("description")}</h2>
      <HistoryPanels {...history} restoreEndpoint={false} className="h-[64dvh] min-h-80" />
    </div>
  );
}
