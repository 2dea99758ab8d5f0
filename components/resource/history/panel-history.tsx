"use client";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ProgressLine } from "@/components/ui/progress-line";
import type { HistoryRow } from "@/lib/contract/history";
import { useListQuery } from "../list/list-query";
import { useLocalListState } from "../list/list-state";
import type { HistoryPanelsProps } from "./history-panels";
import { LoadFailed } from "./load-failed";
import { RestoreHere } from "./sentences/restore-here";
import { useRestoreKey } from "./sentences/restore-key";
import { Sentences } from "./sentences/sentences";

interface PanelHistoryProps extends Omit<HistoryPanelsProps, "className" | "detailEndpoint"> {
  title: string;
}

/** Replaces the content of a side panel below the record's head. */
export default function PanelHistory({ title, ...history }: PanelHistoryProps) {
  return (
    <section
      ref={useRestoreKey()}
      data-panel-history
      aria-label={title}
      className="relative min-h-0 flex-1 overflow-auto pb-3"
    >
      <Changes {...history} />
    </section>
  );
}

const initialLimit = 25;
/** The dialog of the record's own tab has pages. */
const maxShown = 400;

function Changes({ endpoint, params, label, restoreEndpoint }: Omit<PanelHistoryProps, "title">) {
  const t = useTranslations("history");
  const common = useTranslations("common");
  const control = useLocalListState(endpoint, { pageLimit: initialLimit });
  const { query, rows, totalCount } = useListQuery(endpoint, control, { params });
  const { data, isError, isFetching, refetch } = query;
  if (isError && !data) return <LoadFailed className="m-3" onRetry={() => refetch()} />;
  if (!data) return <ProgressLine active label={common("loading")} />;
  if (rows.length === 0) return <EmptyState title={t("none")} />;
  const restoreOf = ({ id, type, isRestorable }: HistoryRow, textId: string) =>
    // The current state cannot be restored.
    restoreEndpoint &&
    isRestorable &&
    id !== rows[0]?.id && (
      <RestoreHere
        endpoint={restoreEndpoint}
        input={{ params: { ...params, type, historyId: id } }}
        label={label}
        describedBy={textId}
      />
    );
  return (
    <>
      <Sentences changes={rows} label={label} isOfRecord actionOf={restoreOf} />
      {rows.length < Math.min(totalCount, maxShown) && (
        <Button
          className="mx-4 mt-3"
          loading={isFetching}
          onClick={() => control.change({ pageLimit: Math.min(control.state.pageLimit * 4, maxShown) })}
        >
          {common("more")}
        </Button>
      )}
    </>
  );
}
