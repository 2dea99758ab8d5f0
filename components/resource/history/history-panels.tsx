"use client";
import { ArrowLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { evenShare, Split } from "@/components/ui/split";
import { useFormat } from "@/lib/client/format";
import { useUserSetting } from "@/lib/client/preferences/use-user-setting";
import type { Endpoint } from "@/lib/contract/endpoint";
import type { HistoryRow } from "@/lib/contract/history";
import { useListQuery } from "../list/list-query";
import { useLocalListState } from "../list/list-state";
import { ResourceTable } from "../table/resource-table";
import { ChangeDetail, type HistoryDetailEndpoint } from "./change-detail";
import { useChangeText } from "./labels";
import { useRestoreKey } from "./sentences/restore-key";
import { type HistoryList, useHistoryColumns } from "./use-history-columns";

export interface HistoryPanelsProps {
  /** The record's id, under the name used in the area's paths. */
  params: Readonly<Record<string, string>>;
  endpoint: HistoryList;
  /** Returns one change; takes `params` with `type` and `historyId`. */
  detailEndpoint: HistoryDetailEndpoint;
  /** See `ChangeDetail`. */
  restoreEndpoint?: Endpoint | false;
  /** Names of the record's fields. */
  label: (name: string) => string;
  className?: string;
}

/** Changes of a record on the left, newest first and selected; the selected one on the right (HI-02). */
export default function HistoryPanels({
  endpoint,
  params,
  detailEndpoint,
  restoreEndpoint,
  label,
  className,
}: HistoryPanelsProps) {
  const t = useTranslations("history");
  const shell = useTranslations("shell");
  const [share, keepShare] = useListShare();
  const format = useFormat();
  const changeText = useChangeText(label);
  const control = useLocalListState(endpoint);
  // Independent of the current page.
  const newest = useListQuery(endpoint, useLocalListState(endpoint), { params }).rows[0];
  const { chosen, selected, reading, read, goBack, ...panel } = useChosenChange(newest);
  const restoreKey = useRestoreKey();
  const restoreOf = useCallback(
    ({ id, type, isRestorable }: HistoryRow) =>
      // The current state cannot be restored.
      restoreEndpoint &&
      isRestorable &&
      id !== newest?.id && {
        endpoint: restoreEndpoint,
        input: { params: { ...params, type, historyId: id } },
        label,
      },
    [restoreEndpoint, newest, params, label],
  );
  const columns = useHistoryColumns(endpoint, label, restoreOf);

  return (
    <div ref={restoreKey} className={className}>
      <Split
        label={shell("divider")}
        share={share}
        onShare={keepShare}
        className="h-full"
        left={
          <div ref={panel.list} className={cn("flex h-full flex-col", reading && "@max-[625px]:hidden")}>
            <ResourceTable
              endpoint={endpoint}
              params={params}
              label={t("changes")}
              {...columns}
              control={control}
              withoutRefresh
              withoutLayout
              idOf={(row) => row.id}
              nameOf={(row) => `${changeText(row)}, ${format.dateTime(row.changedOn)}`}
              selection={{ mode: "radio", selected, setSelected: (next) => read([...next.values()][0]) }}
              empty={{ title: t("none") }}
              className="flex-1"
            />
          </div>
        }
        right={
          <div ref={panel.detail} className={cn("h-full overflow-auto", !reading && "@max-[625px]:hidden")}>
            {chosen ? (
              <>
                <Button
                  ref={panel.back}
                  variant="ghost"
                  size="sm"
                  icon={<ArrowLeft />}
                  className="mb-2 @min-[625px]:hidden"
                  onClick={goBack}
                >
                  {t("back")}
                </Button>
                <ChangeDetail
                  row={chosen}
                  endpoint={detailEndpoint}
                  // The current state cannot be restored.
                  restoreEndpoint={chosen.id !== newest?.id && restoreEndpoint}
                  params={params}
                  label={label}
                />
              </>
            ) : (
              <EmptyState title={t("choose")} className="h-full rounded-lg border border-dashed" />
            )}
          </div>
        }
      />
    </div>
  );
}

/** Selected change, initially the newest, with focus management between list and detail. */
function useChosenChange(newest: HistoryRow | undefined) {
  const [chosen, setChosen] = useState<HistoryRow>();
  const isOwnChoice = useRef(false);
  /** In narrow views the selected change replaces the list. */
  const [reading, setReading] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const detail = useRef<HTMLDivElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  // In narrow views the list is shown first.
  useEffect(() => {
    if (newest && !isOwnChoice.current && detail.current?.checkVisibility()) setChosen(newest);
  }, [newest]);
  const read = (row: HistoryRow | undefined) => {
    isOwnChoice.current = true;
    flushSync(() => {
      setChosen(row);
      setReading(row !== undefined);
    });
    // Visible only after the list is hidden, which loses the focus.
    if (back.current?.checkVisibility()) back.current.focus();
  };
  const goBack = () => {
    flushSync(() => setReading(false));
    list.current?.querySelector<HTMLElement>("input:checked")?.focus();
  };

  const selected = useMemo(() => new Map(chosen ? [[chosen.id, chosen]] : []), [chosen]);
  return { chosen, selected, reading, read, goBack, list, detail, back };
}

const shareOfWidth = (given: unknown) =>
  typeof given === "number" && given > 0 && given < 1 ? given : undefined;

/** Width of the list, stored in the user's settings (SH-06). */
function useListShare() {
  const [share, setShare] = useUserSetting("panels.history", shareOfWidth, evenShare);
  const keep = (next: number) => setShare(next === evenShare ? null : Math.round(next * 10_000) / 10_000);
  return [share, keep] as const;
}
