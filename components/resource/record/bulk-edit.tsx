"use client";
import { Pencil, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, use, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { useSingleKey } from "@/components/ui/single-keys";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useCapability } from "@/lib/client/api/capabilities";
import { useFormat } from "@/lib/client/format";
import { useFieldLabel } from "../form/field-label";
import { FormContextProvider } from "../form/form-context";
import { FormShell } from "../form/form-shell";
import { ReasonedButton } from "../form/reasoned-button";
import { useSchemaResolver } from "../form/resolver";
import type { RecordCalls } from "./kind";
import {
  FieldOrDefault,
  type FormRecords,
  initialValues,
  type OwnFields,
  RecordField,
} from "./record-fields";
import { type BulkOutcome, type BulkRow, useBulkSave } from "./use-bulk-save";

/** Form for changing several records: the fields marked `bulk` in the contract. */
export interface BulkForm {
  records: Pick<FormRecords, "columns" | "calls" | "bulk">;
  /** Custom fields instead of derived ones. */
  fields?: OwnFields<FormRecords>;
  /** Name of the field that is checked at first and gets the focus. */
  first?: string;
  /** Initial values of fields without a column. */
  initial?: Readonly<Record<string, unknown>>;
}

export interface BulkEditProps {
  calls: RecordCalls;
  rows: readonly BulkRow[];
  form: () => Promise<BulkForm>;
  /** Receives the ids of unchanged rows after the user has closed the result. */
  onLeft: (ids: readonly string[]) => void;
}

/** Button that changes the selected rows, with its dialog (TL-08). */
export default function BulkEdit(props: BulkEditProps) {
  const t = useTranslations("common");
  const isThere = useCapability("bulk-save");
  const editKey = useSingleKey("edit", t("edit"));
  const [opened, setOpened] = useState<{ rows: readonly BulkRow[]; form: Promise<BulkForm> }>();
  if (!isThere) return null;
  return (
    <>
      <Button
        size="sm"
        icon={<Pencil />}
        {...editKey}
        onClick={() => setOpened({ rows: props.rows, form: props.form() })}
      >
        {t("edit")}
      </Button>
      {opened && <BulkDialog {...props} {...opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

interface BulkDialogProps extends Omit<BulkEditProps, "form"> {
  form: Promise<BulkForm>;
  onClose: () => void;
}

function BulkDialog({ calls, rows, form, onLeft, onClose }: BulkDialogProps) {
  const t = useTranslations("resource.bulkEdit");
  const common = useTranslations("common");
  const undoLabel = useTranslations("resource.bulk")("undo");
  const { number } = useFormat();
  const { save, undo, stop, settled, outcomes, isSaving } = useBulkSave(calls, rows);
  const [isReady, setReady] = useState(false);
  const close = () => {
    onClose();
    // The dialog is removed with the last selected row.
    if (outcomes) onLeft(outcomes.filter(({ isSaved }) => !isSaved).map(({ id }) => id));
  };
  return (
    <Dialog
      open
      // The user can stop a long run, and then sees its progress.
      locked={isSaving}
      onOpenChange={(open) => !open && close()}
      title={t("title", { count: rows.length })}
      description={outcomes ? undefined : t("description")}
      footer={
        outcomes ? (
          <>
            {undo && (
              <Button
                icon={<Undo2 />}
                loading={isSaving}
                onClick={async () => {
                  const reverted = await undo();
                  if (!reverted.every(({ isSaved }) => isSaved)) return;
                  toast.success(t("undone", { count: reverted.length }));
                  onClose();
                }}
              >
                {undoLabel}
              </Button>
            )}
            <Button variant="primary" onClick={close}>
              {common("close")}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={isSaving ? stop : close}>{isSaving ? t("stop") : common("cancel")}</Button>
            <ReasonedButton
              variant="primary"
              type="submit"
              form="bulk-edit"
              loading={isSaving}
              disabledReason={isReady ? undefined : t("nothing")}
            >
              {t("submit", { count: rows.length })}
              {isSaving && settled > 0 && ` (${number(settled)} / ${number(rows.length)})`}
            </ReasonedButton>
          </>
        )
      }
    >
      {outcomes ? (
        <Outcomes outcomes={outcomes} />
      ) : (
        <Suspense fallback={<Skeleton className="h-24 w-full" />}>
          <Fields form={form} onReady={setReady} onSubmit={save} isSaving={isSaving} />
        </Suspense>
      )}
    </Dialog>
  );
}

interface FieldsProps {
  form: Promise<BulkForm>;
  isSaving: boolean;
  /** Receives whether there is something to change. */
  onReady: (isReady: boolean) => void;
  onSubmit: (values: Readonly<Record<string, unknown>>) => void;
}

/** Each field with a checkbox: unchecked fields stay unchanged. */
function Fields({ form: loading, isSaving, onReady, onSubmit }: FieldsProps) {
  const { records, fields, first: firstField, initial } = use(loading);
  const t = useTranslations("resource.bulkEdit");
  const label = useFieldLabel(records.calls.list.area);
  const names = Object.keys(records.bulk.shape);
  const [ticked, setTicked] = useState<readonly string[]>(firstField ? [firstField] : []);
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (!firstField) return;
    onReady(true);
    box.current?.querySelector<HTMLElement>("input:not([type=checkbox])")?.focus();
  }, [firstField, onReady]);
  const schema = records.bulk.pick(Object.fromEntries(ticked.map((name) => [name, true])) as never);
  const first = { ...initialValues(records, names), ...initial };
  const form = useForm({
    resolver: useSchemaResolver(schema),
    defaultValues: first,
    shouldFocusError: false,
  });
  const tick = (name: string, isTicked: boolean) => {
    const next = names.filter((one) => (one === name ? isTicked : ticked.includes(one)));
    setTicked(next);
    onReady(next.length > 0);
  };
  const submit = form.handleSubmit((values) => {
    const named = Object.entries(schema.parse(values)).filter(([name]) => ticked.includes(name));
    if (named.length > 0) onSubmit(Object.fromEntries(named));
  });
  return (
    <FormShell
      id="bulk-edit"
      form={form}
      label={t("fields")}
      faults={form.formState.submitCount}
      onSubmit={() => !isSaving && void submit()}
    >
      <FormContextProvider value={{ editing: true, label, stored: {} }}>
        <fieldset ref={box} disabled={isSaving} className="flex flex-col gap-3 pb-1">
          {names.map((name) => (
            <div key={name} className="flex flex-col gap-2">
              <Checkbox
                label={t("change", { field: label(name) })}
                checked={ticked.includes(name)}
                onChange={({ target }) => tick(name, target.checked)}
              />
              {ticked.includes(name) && (
                <div className="border-l-2 py-1 pl-4">
                  <FieldOrDefault own={fields?.[name]}>
                    <RecordField records={records} name={name} />
                  </FieldOrDefault>
                </div>
              )}
            </div>
          ))}
        </fieldset>
      </FormContextProvider>
    </FormShell>
  );
}

/** Result of each row, failures first. */
function Outcomes({ outcomes }: { outcomes: readonly BulkOutcome[] }) {
  const t = useTranslations("resource.bulkEdit");
  const refused = outcomes.filter(({ isSaved }) => !isSaved);
  const sorted = [...refused, ...outcomes.filter(({ isSaved }) => isSaved)];
  const shown = sorted.slice(0, maxShown);
  return (
    <div className="flex flex-col gap-3 pb-1">
      <p role="status">
        {t("done", { count: outcomes.length - refused.length })}{" "}
        {refused.length > 0 && t("refused", { count: refused.length })}
      </p>
      <ul aria-label={t("results")} className="flex max-h-80 flex-col divide-y overflow-y-auto text-sm">
        {shown.map(({ id, name, isSaved, reason }) => (
          <li key={id} className="flex items-start justify-between gap-3 py-1.5">
            <span className="min-w-0 break-words">
              {name}
              {reason && <span className="block text-muted text-xs">{reason}</span>}
            </span>
            <Badge tone={isSaved ? "success" : "danger"}>{t(isSaved ? "saved" : "left")}</Badge>
          </li>
        ))}
      </ul>
      {sorted.length > shown.length && (
        <p className="text-muted text-sm">{t("more", { count: sorted.length - shown.length })}</p>
      )}
    </div>
  );
}

/** Maximum number of names that are useful to read. */
const maxShown = 200;
