"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/api/client";
import { allRows } from "@/lib/contract/paging";
import { ReasonedButton } from "../form/reasoned-button";
import { type ListEndpoint, type ListScope, type ListState, listCall, maxAtOnce } from "../list/list-call";
import type { SelectionControl } from "../list/selection";

export interface SelectResultsProps<Row> extends ListScope {
  endpoint: ListEndpoint;
  state: ListState;
  /** Number of rows on all pages that match phrase and filters. */
  totalCount: number;
  idOf: (row: Row) => string;
  selection: SelectionControl<Row>;
  /** The whole page is selected, and there are others. */
  isOffered: boolean;
}

/**
 * After selecting a whole page, adds the rows of all other pages to the selection (TL-02). Fetches them, so that bulk actions
 * apply to exactly the counted rows.
 */
export default function SelectResults<Row>(props: SelectResultsProps<Row>) {
  const { endpoint, params, filter, state, totalCount, selection, isOffered } = props;
  const t = useTranslations("resource.table");
  const stop = useTranslations("resource.bulk")("stop");
  const stopping = useRef<AbortController>(undefined);
  const results = listCall<ListEndpoint>({ ...state, page: 1, pageLimit: allRows }, { params, filter });
  const list = JSON.stringify(results);
  const latest = useRef(props);
  latest.current = props;
  const [taken, setTaken] = useState<{ list: string; ids: readonly string[] }>();

  const take = useMutation({
    mutationFn: () => {
      stopping.current = new AbortController();
      return call(endpoint, results, { signal: stopping.current.signal });
    },
    meta: { silent: "success" },
    onSuccess: (response) => {
      if (stopping.current?.signal.aborted) return;
      const { selection, idOf } = latest.current;
      const found = (response.list as Row[]).map((row) => [idOf(row), row] as const);
      setTaken({ list, ids: found.map(([id]) => id) });
      selection.setSelected(new Map([...selection.selected, ...found]));
    },
  });

  // A new search, or clearing the selection, aborts the fetch.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cleanup runs when the list changes
  useEffect(() => () => stopping.current?.abort(), [list]);

  const { selected } = selection;
  const areSelected = useMemo(
    () => taken?.list === list && taken.ids.every((id) => selected.has(id)),
    [taken, list, selected],
  );
  if (areSelected || !(isOffered || take.isPending)) return null;
  return (
    <>
      <ReasonedButton
        size="sm"
        loading={take.isPending}
        disabledReason={totalCount > maxAtOnce ? t("selectAtMost", { count: maxAtOnce }) : undefined}
        onClick={() => take.mutate()}
      >
        {t("selectResults", { count: totalCount })}
      </ReasonedButton>
      {take.isPending && (
        <Button size="sm" onClick={() => stopping.current?.abort()}>
          {stop}
        </Button>
      )}
    </>
  );
}
