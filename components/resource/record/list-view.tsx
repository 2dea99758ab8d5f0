"use client";
import type { ReactNode } from "react";
import { usePermissions } from "@/lib/client/permissions";
import type { PermissionName } from "@/lib/contract/permissions";
import type { Gallery } from "../list/columns";
import type { BulkForm } from "./bulk-edit";
import { CollectionView } from "./collection-view";
import { type RecordRemoval, useDeleteRecords } from "./delete-records";
import {
  idNameOf,
  idOfRecord,
  nameOfRecord,
  type RecordCalls,
  type RecordKind,
  type RecordRow,
} from "./kind";
import { type ColumnChanges, useRecordColumns } from "./record-columns";
import { useRecordTexts } from "./words";

interface RecordListViewProps<C extends RecordCalls> {
  kind: RecordKind<C>;
  /** Deviations from the contract's columns; must be a stable object. */
  columns?: ColumnChanges<RecordRow<C>>;
  /** Why a record cannot be deleted. */
  lockedReason?: (row: RecordRow<C>) => string | undefined;
  /** Offers tiles with pictures beside the rows; must be a stable object. */
  gallery?: Gallery<RecordRow<C>>;
  removal?: RecordRemoval;
  /** Loads the bulk edit form; without it records are edited individually. */
  bulkForm?: () => Promise<BulkForm>;
  /** Further actions for the selected rows. */
  bulkActions?: (rows: readonly RecordRow<C>[]) => ReactNode;
  /** Further actions independent of the selection. */
  actions?: ReactNode;
  creation?: {
    /** Disabled by the installation, regardless of permissions. */
    isOff?: boolean;
    /** Replaces the create view when the link is clicked. */
    onClick?: () => void;
  };
}

/** List of an area's records (RT-02, TL-01). */
export function RecordListView<C extends RecordCalls>({
  kind,
  columns,
  gallery,
  lockedReason,
  removal,
  bulkForm,
  bulkActions,
  actions,
  creation = {},
}: RecordListViewProps<C>) {
  const { calls, view, icon: Icon } = kind;
  const t = useRecordTexts(calls);
  const { has } = usePermissions();
  const remove = useDeleteRecords(calls, removal);
  const { area } = calls.list;
  const reasonOf = (rows: readonly RecordRow<C>[]) => {
    const [reason] = rows.flatMap((row) => {
      const why = lockedReason?.(row);
      // With several records, the name shows which one to deselect.
      return why === undefined ? [] : [`${nameOfRecord(calls, row)}: ${why}`];
    });
    return reason;
  };
  return (
    <CollectionView<C["list"]>
      title={t("title")}
      endpoint={calls.list}
      columns={useRecordColumns(calls, columns)}
      gallery={gallery}
      idOf={(row) => idOfRecord(calls, row)}
      nameOf={(row) => nameOfRecord(calls, row)}
      linkOf={(row) => `/${area}/${idOfRecord(calls, row)}`}
      exported={calls.export}
      mayImport={(["AddAction", "EditAction"] as const).some((action) =>
        has(`${view}_${action}` as PermissionName),
      )}
      deleted={
        calls.deleted &&
        has(`${view}_HistoryAction`) && {
          endpoint: calls.deleted,
          restoring: calls.restoreDeleted !== undefined &&
            has(`${view}_DeleteAction` as PermissionName) &&
            !removal?.isOff && { endpoint: calls.restoreDeleted, idName: idNameOf(calls) },
        }
      }
      empty={{ icon: <Icon />, title: t("empty"), description: t("emptyHint") }}
      bulkActions={bulkActions}
      actions={actions}
      bulkEdit={calls.bulkSave && has(`${view}_EditAction`) && bulkForm && { calls, form: bulkForm }}
      create={
        calls.create && has(`${view}_AddAction` as PermissionName) && !creation.isOff
          ? { to: `/${area}/new`, label: t("new"), onClick: creation.onClick }
          : undefined
      }
      remove={
        calls.remove && has(`${view}_DeleteAction` as PermissionName) && !removal?.isOff
          ? { ...(remove as typeof remove & { askForAll: never }), lockedReason: reasonOf }
          : undefined
      }
    />
  );
}
