"use client";
import { type ReactNode, useState } from "react";
import { useOwnPermissions, usePermissions } from "@/lib/client/permissions";
import { useTab } from "@/lib/client/tabs";
import type { PermissionName } from "@/lib/contract/permissions";
import { useFieldLabel } from "../form/field-label";
import { HistoryDialog } from "../history/history-dialog";
import { type RecordRemoval, useDeleteRecords } from "./delete-records";
import { idNameOf, nameOfRecord, type RecordDetail, type RecordKind } from "./kind";
import { RecordReading } from "./reading";
import type { RareAction } from "./record-actions";
import type { FormRecords, FormRows, OwnFields } from "./record-fields";
import { RecordHead } from "./record-head";
import { RecordIcon } from "./record-icon";
import { RecordSection } from "./record-section";
import { RecordView } from "./record-view";
import { SectionsColumn } from "./sections-column";
import { useRecord } from "./use-record";

interface RecordDetailViewProps<R extends FormRecords> {
  id: string;
  kind: RecordKind<R["calls"]>;
  records: R;
  rows?: FormRows<R>;
  fields?: OwnFields<R>;
  /** Returns the record's name; by default the first sort column of its list. */
  nameOf?: (record: RecordDetail<R["calls"]>) => string;
  /** Badges next to the record's name. */
  state?: (record: RecordDetail<R["calls"]>) => ReactNode;
  /** The area's own actions, before the common ones. */
  actions?: (record: RecordDetail<R["calls"]>) => ReactNode;
  /** With actions that are not for phones alone, all rare ones are in the menu "More": these, refreshing and deleting. */
  more?: (record: RecordDetail<R["calls"]>) => readonly RareAction[];
  /** Why the record cannot be deleted. */
  deleteLockedReason?: (record: RecordDetail<R["calls"]>) => string | undefined;
  removal?: RecordRemoval;
  /** Replaces the form as the content of the view. */
  children?: (record: RecordDetail<R["calls"]>) => ReactNode;
}

interface Traced {
  createdOn: string;
  createdBy: string;
  updatedOn: string | null;
  updatedBy: string | null;
}

/** Detail view of a record: head with actions, form or custom content, and history. */
export function RecordDetailView<R extends FormRecords>({
  id,
  kind,
  records,
  rows,
  fields,
  nameOf = (record) => nameOfRecord(kind.calls, record as object),
  state,
  actions,
  more,
  deleteLockedReason,
  removal,
  children,
}: RecordDetailViewProps<R>) {
  const { calls, view, icon } = kind;
  const { area } = calls.list;
  const { has } = usePermissions();
  const { has: mayRestore } = useOwnPermissions();
  const tab = useTab();
  const params = { [idNameOf(calls)]: id };
  const query = useRecord(calls.detail, params, (record) => nameOf(record as RecordDetail<R["calls"]>));
  const remove = useDeleteRecords(calls, removal);
  const label = useFieldLabel(area);
  const [historyOpen, setHistoryOpen] = useState(false);
  const history = {
    endpoint: calls.recordHistory,
    detailEndpoint: calls.recordHistoryDetail,
    restoreEndpoint: mayRestore(`${view}_EditAction`) && calls.restoreState,
    restoreDeletedEndpoint:
      has(`${view}_DeleteAction` as PermissionName) && !removal?.isOff && calls.restoreDeleted,
    params,
    label,
  };
  const maySeeHistory = has(`${view}_HistoryAction`);
  const askToRemove = async (record: object) => {
    if (await remove.ask(record)) tab.discard();
  };
  return (
    <RecordReading records={records}>
      <RecordView query={query} history={maySeeHistory && history}>
        {(response) => {
          const record = response as RecordDetail<R["calls"]> & object;
          const name = nameOf(record);
          const rare = more?.(record);
          return (
            <>
              <RecordHead
                icon={<RecordIcon icon={icon} />}
                title={name}
                state={state?.(record)}
                trace={record as object as Traced}
                area={area}
                actions={actions?.(record)}
                more={rare}
                isFolded={rare?.some(({ isOnPhones }) => !isOnPhones)}
                onHistory={maySeeHistory ? () => setHistoryOpen((isOpen) => !isOpen) : undefined}
                isHistoryOpen={historyOpen}
                onDelete={
                  calls.remove && has(`${view}_DeleteAction` as PermissionName) && !removal?.isOff
                    ? () => askToRemove(record)
                    : undefined
                }
                deleteLockedReason={deleteLockedReason?.(record)}
              />
              {children ? (
                children(record)
              ) : (
                <SectionsColumn>
                  <RecordSection kind={kind} records={records} record={record} rows={rows} fields={fields} />
                </SectionsColumn>
              )}
              <HistoryDialog open={historyOpen} onOpenChange={setHistoryOpen} name={name} {...history} />
            </>
          );
        }}
      </RecordView>
    </RecordReading>
  );
}
