"use client";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ReasonedButton } from "@/components/resource/form/reasoned-button";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog } from "@/components/ui/dialog";
import { ProgressBar } from "@/components/ui/progress-bar";
import { RadioGroup } from "@/components/ui/radio-group";
import { download } from "@/lib/client/api/download";
import { saveFile } from "@/lib/client/save-file";
import { contract } from "@/lib/contract";
import type { ImportDetail } from "@/lib/contract/imports";
import { FileStep } from "./file-step";
import { ImportColumns } from "./import-columns";
import { ImportRows } from "./import-rows";
import { type Import, isRefused, type Phase, progressOf, type Step, useImport } from "./use-import";

interface ImportDialogProps {
  area: string;
  /** Name of the imported records, such as "Users". */
  collection: string;
  onClose: () => void;
}

/** Imports a file step by step (TL-09): nothing changes until the check has reported the effect on each row. */
export default function ImportDialog({ area, collection, onClose }: ImportDialogProps) {
  const t = useTranslations("import");
  const own = useImport(area);
  const { step, detail, phase, sent, problem } = own;
  const [fields, setFields] = useState<readonly (string | null)[]>();
  const [mode, setMode] = useState("rows");
  const chosen = fields ?? detail?.columns.map(({ field }) => field) ?? [];
  const isBusy = phase !== undefined || sent !== undefined;
  const again = () => {
    setFields(undefined);
    setMode("rows");
    own.again();
  };
  return (
    <Dialog
      open
      size="lg"
      // A running import must be stopped before closing.
      locked={isBusy}
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { collection })}
      footer={
        <Actions
          own={own}
          fields={chosen}
          isAllOrNothing={mode === "all"}
          onAgain={again}
          onClose={onClose}
        />
      }
    >
      <div className="flex flex-col gap-3 pb-1">
        <Steps step={step} />
        {problem && <Alert tone="danger" title={problem} />}
        {step === "file" && <FileStep area={area} own={own} />}
        {step === "columns" && sent !== undefined && <p role="status">{t("reading")}</p>}
        {step === "columns" && sent === undefined && detail && (
          <ImportColumns
            detail={detail}
            onRead={
              own.readAgain &&
              ((choice) => {
                setFields(undefined);
                void own.readAgain?.(choice);
              })
            }
            fields={chosen}
            onFields={setFields}
          />
        )}
        {phase && detail && <Progress detail={detail} phase={phase} />}
        {step === "check" && detail && !phase && (
          <>
            <p role="status">{t("checked")}</p>
            <ImportRows detail={detail} counts={detail.dryRun} />
            <RadioGroup
              label={t("mode")}
              value={mode}
              onValueChange={setMode}
              options={[
                { value: "rows", label: t("modes.rows") },
                {
                  value: "all",
                  label:
                    detail.dryRun.faulty > 0 ? `${t("modes.all")} (${t("allNeedsClean")})` : t("modes.all"),
                  disabled: detail.dryRun.faulty > 0,
                },
              ]}
            />
          </>
        )}
        {step === "result" && detail && !phase && <Result detail={detail} />}
      </div>
    </Dialog>
  );
}

const steps = ["file", "columns", "check", "result"] as const satisfies readonly Step[];

function Steps({ step }: { step: Step }) {
  const t = useTranslations("import.steps");
  return (
    <ol aria-label={t("label")} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {steps.map((one, index) => (
        <li
          key={one}
          aria-current={one === step ? "step" : undefined}
          className={cn(one === step ? "font-semibold text-primary" : "text-muted")}
        >
          {index + 1}. {t(one)}
        </li>
      ))}
    </ol>
  );
}

const progressTexts = { dryRun: "checking", run: "running", undo: "undoing" } as const;

function Progress({ detail, phase }: { detail: ImportDetail; phase: Phase }) {
  const t = useTranslations("import");
  const { done, total } = progressOf(detail, phase);
  const text = t(progressTexts[phase], { done, total });
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm tabular-nums">{text}</p>
      <ProgressBar label={text} value={done} max={total} />
    </div>
  );
}

/** Result of an import, which may have been stopped, refused or undone. */
function Result({ detail }: { detail: ImportDetail }) {
  const t = useTranslations("import");
  const { run, undo, rowCount } = detail;
  const said = () => {
    if (undo.rows > 0 && undo.kept > 0)
      return { tone: "warning", text: t("takenInPart", { count: undo.kept }) } as const;
    if (undo.rows > 0) return { tone: "success", text: t("taken") } as const;
    if (isRefused(detail)) return { tone: "danger", text: t("failed") } as const;
    return run.rows < rowCount
      ? ({ tone: "warning", text: t("halted") } as const)
      : ({ tone: "success", text: t("done") } as const);
  };
  const { tone, text } = said();
  return (
    <>
      <Alert tone={tone} title={text}>
        <p>{t("counts", run)}</p>
      </Alert>
      <ImportRows detail={detail} counts={run} />
      {isUndoable(detail) && <p className="text-muted text-sm">{t("undoHint")}</p>}
    </>
  );
}

const isUndoable = ({ run, undo }: ImportDetail) => undo.rows < run.created + run.changed;

interface ActionsProps {
  own: Import;
  fields: readonly (string | null)[];
  isAllOrNothing: boolean;
  onAgain: () => void;
  onClose: () => void;
}

function Actions({ own, fields, isAllOrNothing, onAgain, onClose }: ActionsProps) {
  const t = useTranslations("import");
  const common = useTranslations("common");
  const { step, detail, phase, sent } = own;
  if (phase || sent !== undefined) return <Button onClick={own.stop}>{t("stop")}</Button>;
  if (step === "file" || !detail) return <Button onClick={onClose}>{common("cancel")}</Button>;
  if (step === "columns")
    return (
      <>
        <Button onClick={onAgain}>{t("anotherFile")}</Button>
        <ReasonedButton
          variant="primary"
          disabledReason={fields.every((field) => field === null) ? t("none") : undefined}
          onClick={() => void own.check(detail, fields)}
        >
          {t("check")}
        </ReasonedButton>
      </>
    );
  if (step === "check") {
    const { created, changed, faulty } = detail.dryRun;
    const count = created + changed;
    return (
      <>
        <Button onClick={() => own.setStep("columns")}>{t("again")}</Button>
        {faulty > 0 && <FaultsButton detail={detail} />}
        <ReasonedButton
          variant="primary"
          disabledReason={count === 0 ? t("nothing") : undefined}
          onClick={() => void own.run(detail, isAllOrNothing)}
        >
          {t("submit", { count })}
        </ReasonedButton>
      </>
    );
  }
  const isOpen = detail.run.rows < detail.rowCount && detail.undo.rows === 0 && !isRefused(detail);
  return (
    <>
      {detail.run.faulty > 0 && <FaultsButton detail={detail} />}
      {isUndoable(detail) && <Button onClick={() => void own.undo(detail)}>{t("undo")}</Button>}
      {isOpen && (
        <Button onClick={() => void own.run(detail, detail.isAllOrNothing ?? false)}>{t("goOn")}</Button>
      )}
      <Button variant="primary" onClick={onClose}>
        {common("close")}
      </Button>
    </>
  );
}

function FaultsButton({ detail }: { detail: ImportDetail }) {
  const t = useTranslations("import");
  const save = useMutation({
    mutationFn: () => download(contract.imports.faults, { params: { importId: detail.importId } }),
    meta: { silent: "success" },
    onSuccess: ({ content, fileName }) => saveFile(content, fileName),
  });
  return (
    <Button icon={<Download />} loading={save.isPending} onClick={() => save.mutate()}>
      {t("faultsFile")}
    </Button>
  );
}
