"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ApiError } from "@/lib/client/api/error";
import { ProblemAlert } from "../form/problem-alert";
import { ReasonedButton } from "../form/reasoned-button";
import type { Problem } from "../form/submit";
import { invalidateAreas } from "../record/out-of-date";
import type { ResourceColumn } from "../table/columns";
import type { ListEndpoint, ListScope, RowOf } from "../table/list-call";
import { useLocalListState } from "../table/list-state";
import { ResourceTable } from "../table/resource-table";
import { useSelection } from "../table/selection";
import type { EmptyTexts } from "../table/table-states";
import { ChosenChips } from "./chosen-chips";

interface PickerDialogProps<E extends ListEndpoint> extends ListScope {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  /** What is to be decided besides, above the table. */
  options?: ReactNode;
  endpoint: E;
  /** What is chosen from, such as "Users". */
  label: string;
  columns: readonly ResourceColumn<RowOf<E>>[];
  idOf: (row: RowOf<E>) => string;
  nameOf: (row: RowOf<E>) => string;
  mode?: "checkbox" | "radio";
  empty: EmptyTexts;
  /** Why the rows chosen cannot be; undefined when they can. */
  refusal?: (rows: readonly RowOf<E>[]) => string | undefined;
  /** The dialog closes once it resolves, and stays with the selection when it rejects. */
  onChoose: (rows: RowOf<E>[]) => Promise<unknown>;
  /** Areas whose answers are out of date afterwards: what the call `affects`. */
  areas: readonly string[];
}

/** As many as one call takes. */
const max = 500;

/** Chooses records out of any number of them by search and pages (TL-06). */
export function PickerDialog<E extends ListEndpoint>(props: PickerDialogProps<E>) {
  // Mounted only while open: each opening begins with nothing selected.
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
      <ResourceTable
        {...table}
        control={control}
        withoutRefresh
        withoutLayout
        selection={{ mode, ...selection }}
        className="max-h-[52dvh] min-h-80"
      />
      <div className="mt-2">
        <ChosenChips selection={selection} nameOf={table.nameOf} hint={t("chooseFirst")} />
      </div>
    </Dialog>
  );
}
