"use client";
import { useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import { call } from "@/lib/client/api/client";
import { useNavigation } from "@/lib/client/tabs";
import { CreateForm } from "../form/create-form";
import { useFieldLabel } from "../form/field-label";
import { useChangeText } from "../history/labels";
import { invalidateAreas } from "../list/invalidate";
import { changeTypeOf, nameOfRecord, nounOf } from "./kind";
import { RecordReading } from "./reading";
import {
  type FormRecords,
  type FormRows,
  initialValues,
  type OwnFields,
  RecordFields,
} from "./record-fields";
import { SectionsColumn } from "./sections-column";
import { useRecordTexts } from "./words";

interface RecordCreateViewProps<R extends FormRecords> {
  records: R;
  rows?: FormRows<R>;
  fields?: OwnFields<R>;
  /** Schema and initial values of further input, whose fields are beside those of columns. */
  further?: { schema: z.ZodType; initial: object };
}

/** Form of a new record; replaced by the record once created. */
export function RecordCreateView<R extends FormRecords>({
  records,
  rows,
  fields,
  further,
}: RecordCreateViewProps<R>) {
  const { calls } = records;
  const { area } = calls.list;
  const creation = calls.create;
  if (!creation) throw new Error(`${area} cannot be created`);
  const t = useRecordTexts(calls);
  const changeText = useChangeText();
  const client = useQueryClient();
  const { open } = useNavigation();
  return (
    <SectionsColumn>
      <h1 className="font-semibold text-xl">{t("new")}</h1>
      <RecordReading records={records}>
        <CreateForm
          title={t(`sections.${nounOf(calls)}`)}
          description={t("createHint")}
          schema={further?.schema ?? records.create}
          initial={{ ...initialValues(records), ...further?.initial }}
          label={useFieldLabel(area)}
          submitLabel={t("create")}
          create={(body, options) => call(creation, { body } as never, options) as Promise<string>}
          created={(values) =>
            changeText({ type: changeTypeOf(calls, "Created"), subject: nameOfRecord(calls, values) })
          }
          onCreated={async (id) => {
            open(`/${area}/${id}`, { mode: "replace" });
            await invalidateAreas(client, creation.affects ?? []);
          }}
        >
          <RecordFields records={records} rows={rows} fields={fields} />
        </CreateForm>
      </RecordReading>
    </SectionsColumn>
  );
}
