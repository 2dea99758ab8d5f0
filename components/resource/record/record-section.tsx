"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { call } from "@/lib/client/api/client";
import { usePermissions } from "@/lib/client/permissions";
import { useFieldLabel } from "../form/field-label";
import { FormSection } from "../form/form-section";
import { invalidateAreas } from "../list/invalidate";
import { idNameOf, idOfRecord, nounOf, type RecordDetail, type RecordKind } from "./kind";
import { type FormRecords, type FormRows, fieldNames, type OwnFields, RecordFields } from "./record-fields";
import { useRecordTexts } from "./words";

interface RecordSectionProps<R extends FormRecords> {
  kind: RecordKind;
  records: R;
  record: RecordDetail<R["calls"]> & object;
  rows?: FormRows<R>;
  fields?: OwnFields<R>;
  /** Why the record cannot be edited. */
  lockedReason?: string;
}

interface Stored {
  version: number;
  updatedBy: string | null;
}

/** Section with the editable fields of a record. */
export function RecordSection<R extends FormRecords>(props: RecordSectionProps<R>) {
  const { kind, records, record, rows, fields, lockedReason } = props;
  const { calls, view } = kind;
  const t = useRecordTexts(calls);
  const client = useQueryClient();
  const { has } = usePermissions();
  const noun = nounOf(calls);
  const valuesOf = useCallback(
    (stored: object) =>
      Object.fromEntries(
        fieldNames(records).map((name) => [name, (stored as Record<string, unknown>)[name]]),
      ),
    [records],
  );
  return (
    <FormSection
      id={noun}
      title={t(`sections.${noun}`)}
      schema={records.edit}
      record={record as object as Stored}
      valuesOf={valuesOf}
      label={useFieldLabel(calls.list.area)}
      save={(values, version) =>
        call(calls.save, {
          params: { [idNameOf(calls)]: idOfRecord(calls, record) },
          body: { ...records.edit.parse(values), version },
        } as never) as Promise<never>
      }
      onSaved={() => invalidateAreas(client, calls.save.affects ?? [])}
      canEdit={has(`${view}_EditAction`)}
      lockedReason={lockedReason}
    >
      <RecordFields records={records} rows={rows} fields={fields} />
    </FormSection>
  );
}
