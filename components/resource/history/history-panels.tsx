"use client";
import { ArrowLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { evenShare, Split } from "@/components/ui/split";
import { useFormat } from "@/lib/client/format";
import { useUserSetting } from "@/lib/client/preferences/use-user-setting";
import type { Endpoint } from "@/lib/contract/endpoint";
import type { HistoryRow } from "@/lib/contract/history";
import type { ResourceColumn } from "../table/columns";
import type { ListEndpoint } from "../table/list-call";
import { useListQuery } from "../table/list-query";
import { useLocalListState } from "../table/list-state";
import { ResourceTable } from "../table/resource-table";
import { ChangeDetail, type HistoryDetailEndpoint } from "./change-detail";
import { useChangeText } from "./labels";

export type HistoryList = ListEndpoint & {
  response: { _zod: { output: { list: HistoryRow[]; totalCount: number } } };
};

export interface HistoryPanelsProps {
  /** The record's id, under the name that the area's paths have for it. */
  params: Readonly<Record<string, string>>;
  endpoint: HistoryList;
  /** Answers one change; takes `params` with `type` and `historyId`. */
  detailEndpoint: HistoryDetailEndpoint;
  /** As `ChangeDetail` has it. */
  restoreEndpoint?: Endpoint | false;
  /** Names of the record's fields. */
  label: (name: string) => string;
  className?: string;
}

/** All changes of a record on the left, the newest of them first and chosen; the chosen one on the right (HI-02). */
export function HistoryPanels({
  endpoint,
  params,
  detailEndpoint,
  restoreEndpoint,
  label,
  className,
}: HistoryPanelsProps) {
  const t = useTranslations("history");
  const shell = useTranslations("shell");
  const [share, keepShare] = useShare();
  const format = useFormat();
  const changeText = useChangeText(label);
  const columns = useColumns(changeText);
  const control = useLocalListState(endpoint);
  // Whatever page of them is shown.
  const newest = useListQuery(endpoint, useLocalListState(endpoint), { params }).rows[0];
  const { chosen, selected, reading, read, goBack, ...panel } = useChosenChange(newest);

  return (
    <Split
      label={shell("divider")}
      share={share}
      onShare={keepShare}
      className={className}
      left={
        <div ref={panel.list} className={cn("flex h-full flex-col", reading && "@max-[625px]:hidden")}>
          <ResourceTable
            endpoint={endpoint}
            params={params}
            label={t("changes")}
            columns={columns}
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
                // What it is already is no earlier state.
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
  );
}

/** The change that is shown, the newest one at first, and the focus on the way to it and back. */
function useChosenChange(newest: HistoryRow | undefined) {
  const [chosen, setChosen] = useState<HistoryRow>();
  const isOwnChoice = useRef(false);
  /** Where both do not fit beside each other, the chosen change takes the place of the list. */
  const [reading, setReading] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const detail = useRef<HTMLDivElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  // Where there is room for the list alone, it is what one came for.
  useEffect(() => {
    if (newest && !isOwnChoice.current && detail.current?.checkVisibility()) setChosen(newest);
  }, [newest]);
  const read = (row: HistoryRow | undefined) => {
    isOwnChoice.current = true;
    flushSync(() => {
      setChosen(row);
      setReading(row !== undefined);
    });
    // It is there only when the list has gone, and the focus with it.
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

/** The list's part of the width, which each user's settings keep (SH-06). */
function useShare() {
  const [share, setShare] = useUserSetting("panels.history", shareOfWidth, evenShare);
  const keep = (next: number) => setShare(next === evenShare ? null : Math.round(next * 10_000) / 10_000);
  return [share, keep] as const;
}

function useColumns(changeText: (row: HistoryRow) => string): ResourceColumn<HistoryRow>[] {
  const t = useTranslations("history");
  const format = useFormat();
  return useMemo(
    () => [
      { id: "type", header: t("type"), cell: changeText, wraps: true },
      {
        id: "changedOn",
        header: t("changedOn"),
        cell: ({ changedOn }) => format.dateTime(changedOn),
        // On a phone in two lines: what has changed is not torn apart for a date.
        width: "w-26 @md:w-40",
      },
      { id: "changedBy", header: t("changedBy"), cell: ({ changedBy }) => changedBy, from: "sm" },
    ],
    [t, format, changeText],
  );
}
