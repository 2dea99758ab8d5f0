"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { ApiError } from "@/lib/client/api/error";
import { ProblemAlert } from "../form/problem-alert";
import { ReasonedButton } from "../form/reasoned-button";
import type { Problem } from "../form/submit";
import type { ResourceColumn } from "../list/columns";
import { invalidateAreas } from "../list/invalidate";
import type { ListEndpoint, ListScope, RowOf } from "../list/list-call";
import { useLocalListState } from "../list/list-state";
import { type SelectionControl, useSelection } from "../list/selection";
import { ResourceTable } from "../table/resource-table";
import type { EmptyTexts } from "../table/table-states";

interface PickerDialogProps<E extends ListEndpoint> extends ListScope {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  /** Further options above the table. */
  options?: ReactNode;
  endpoint: E;
  /** Name of the records, such as "Users". */
  label: string;
  columns: readonly ResourceColumn<RowOf<E>>[];
  idOf: (row: RowOf<E>) => string;
  nameOf: (row: RowOf<E>) => string;
  mode?: "checkbox" | "radio";
  empty: EmptyTexts;
  /** Why the selected rows cannot be chosen; undefined if they can. */
  refusal?: (rows: readonly RowOf<E>[]) => string | undefined;
  /** The dialog closes when it resolves, and stays open with the selection when it rejects. */
  onChoose: (rows: RowOf<E>[]) => Promise<unknown>;
  /** Areas to invalidate afterwards: the call's `affects`. */
  areas: readonly string[];
}

/** Maximum per call. */
const max = 500;

/** Chooses records from a list of any size by search and paging (TL-06). */
export function PickerDialog<E extends ListEndpoint>(props: PickerDialogProps<E>) {
  // Mounted only while open, so that each opening starts without a selection.
  return props.open ? <OpenPicker {...props} /> : null;
}

function OpenPicker<E extends ListEndpoint>({
  onOpenChange,
  title,
  description,
  options,
  mode = "checkbox",
  refusal,
  onChoose,
  areas,
  ...table
}: PickerDialogProps<E>) {
  const t = useTranslations("resource.picker");
  const common = useTranslations("common");
  const client = useQueryClient();
  const control = useLocalListState(table.endpoint);
  const selection = useSelection<RowOf<E>>();
  const [problem, setProblem] = useState<Problem>();
  const count = selection.selected.size;
  const choose = useMutation({
    mutationFn: () => onChoose([...selection.selected.values()]),
    onSuccess: () => {
      onOpenChange(false);
      return invalidateAreas(client, areas);
    },
    onError: (error) => {
      const { said, requestId } = error instanceof ApiError ? error : { said: "" };
      setProblem({ kind: "other", messages: said ? [said] : [], requestId });
    },
  });
  const reason =
    count === 0
      ? t("chooseFirst")
      : count > max
        ? t("tooMany", { max })
        : refusal?.([...selection.selected.values()]);

  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      size="lg"
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{common("cancel")}</Button>
          <ReasonedButton
            variant="primary"
            disabledReason={reason}
            loading={choose.isPending}
            onClick={() => choose.mutate()}
          >
            {mode === "radio" ? t("choose") : t("add", { count })}
          </ReasonedButton>
        </>
      }
    >
      <ProblemAlert problem={problem} className="mb-3" />
      {options && <div className="mb-3">{options}</div>}
      {/* In the capture phase, before the focused row handles the key. */}
      <div
        role="none"
        onKeyDownCapture={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          if (!reason && !choose.isPending) choose.mutate();
        }}
      >
        <ResourceTable
          {...table}
          control={control}
          withoutRefresh
          withoutLayout
          selection={{ mode, ...selection }}
          className="max-h-[52dvh] min-h-80"
        />
      </div>
      <div className="mt-2">
        <ChosenChips selection={selection} nameOf={table.nameOf} hint={t("chooseFirst")} />
      </div>
    </Dialog>
  );
}

interface ChosenChipsProps<Row> {
  selection: SelectionControl<Row>;
  nameOf: (row: Row) => string;
  /** Shown while nothing is selected, to avoid a layout shift. */
  hint: string;
}

/** Further entries are only counted. */
const maxShown = 20;

/** Selection across all pages and searches, each removable (TL-06). */
function ChosenChips<Row>({ selection, nameOf, hint }: ChosenChipsProps<Row>) {
  const t = useTranslations("resource.picker");
  const bulk = useTranslations("resource.bulk");
  const list = useRef<HTMLUListElement>(null);
  const { selected, setSelected } = selection;
  const shown = [...selected].slice(0, maxShown);
  const more = selected.size - shown.length;

  const remove = (id: string, at: number) => {
    setSelected(new Map([...selected].filter(([other]) => other !== id)));
    // The button is removed: moves the focus to the next one.
    const others = list.current?.querySelectorAll<HTMLButtonElement>("button") ?? [];
    (others[at + 1] ?? others[at - 1])?.focus();
  };

  if (selected.size === 0) return <p className="flex min-h-9 items-center text-muted text-sm">{hint}</p>;
  return (
    <div className="flex max-h-24 min-h-9 flex-wrap items-center gap-1.5 overflow-y-auto">
      <ul ref={list} aria-label={t("chosen")} className="contents">
        {shown.map(([id, row], at) => (
          <li
            key={id}
            className="inline-flex max-w-full items-center rounded border border-primary/30 bg-primary/8 pl-2.5 text-sm"
          >
            <span className="min-w-0 truncate">{nameOf(row)}</span>
            <IconButton size="sm" label={t("unchoose", { name: nameOf(row) })} onClick={() => remove(id, at)}>
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
      {more > 0 && <span className="text-muted text-sm">{bulk("andMore", { count: more })}</span>}
      {selected.size > 1 && (
        <Button size="sm" variant="ghost" onClick={() => setSelected(new Map())}>
          {t("clear")}
        </Button>
      )}
    </div>
  );
}
