"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { errorMessage } from "@/components/errors/error-message";
import { call } from "@/lib/client/api/client";
import { ApiError } from "@/lib/client/api/error";
import { withUploadProgress } from "@/lib/client/api/upload-progress";
import { newUuid } from "@/lib/client/new-id";
import { contract } from "@/lib/contract";
import type { CallOf, Endpoint } from "@/lib/contract/endpoint";
import type { ImportDetail } from "@/lib/contract/imports";
import { invalidateAreas } from "../../list/invalidate";

export type Step = "file" | "columns" | "check" | "result";
export type Phase = "dryRun" | "run" | "undo";

/** Returns the processed and total number of rows in a phase. */
export function progressOf({ dryRun, run, undo, rowCount }: ImportDetail, phase: Phase) {
  return phase === "undo"
    ? { done: undo.rows, total: run.created + run.changed }
    : { done: (phase === "run" ? run : dryRun).rows, total: rowCount };
}

/** An all-or-nothing import ends with its first fault. */
export const isRefused = ({ isAllOrNothing, run }: ImportDetail) => isAllOrNothing === true && run.faulty > 0;

function isThrough(detail: ImportDetail, phase: Phase): boolean {
  const { done, total } = progressOf(detail, phase);
  return done >= total || (phase === "run" && isRefused(detail));
}

/** Step at which an interrupted import continues: a started one shows its result. */
const stepOf = ({ run }: ImportDetail): Step => (run.rows > 0 ? "result" : "columns");

const pollInterval = 2_000;

/**
 * Reading a large file may exceed the response timeout, but continues on the server.
 * @throws the error of any other failure, or if reading has stopped
 */
async function whenRead(importId: string, error: unknown, signal: AbortSignal): Promise<ImportDetail> {
  if (!(error instanceof ApiError) || error.status !== 504) throw error;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollInterval));
    signal.throwIfAborted();
    const detail = await call(contract.imports.detail, { params: { importId } }, { signal });
    if (detail.isRead) return detail;
  }
}

/** Areas to invalidate after records of an area were created, saved or deleted. */
function affectedBy(area: string): string[] {
  const calls = (contract as unknown as Readonly<Record<string, Readonly<Record<string, Endpoint>>>>)[area];
  const affected = [calls?.create, calls?.save, calls?.remove].flatMap((one) => one?.affects ?? []);
  return [...new Set(affected)];
}

/** Calls the server until all rows are processed or the user stops it, and reports errors. */
function useRowWork(onProgress: (detail: ImportDetail) => void) {
  const common = useTranslations("common");
  const client = useQueryClient();
  const [phase, setPhase] = useState<Phase>();
  const [problem, setProblem] = useState<string>();
  const stopped = useRef<AbortController>(undefined);

  const report = (error: unknown) =>
    setProblem(
      errorMessage(error, {
        own: error instanceof ApiError ? (error.fieldErrors[0]?.errorMessage ?? error.said) : undefined,
        unauthorized: common("unauthorized"),
        fallback: common("errorOccurred"),
      }),
    );

  const begin = () => {
    const controller = new AbortController();
    stopped.current = controller;
    setProblem(undefined);
    return controller;
  };

  /** @returns the import after all rows or when stopped; undefined if a call failed */
  const workThrough = async (from: ImportDetail, next: Phase, isAllOrNothing = false) => {
    const controller = begin();
    const params = { importId: from.importId };
    setPhase(next);
    try {
      let now = from;
      while (!controller.signal.aborted && !isThrough(now, next)) {
        now =
          next === "run"
            ? await call(contract.imports.run, { params, body: { isAllOrNothing } })
            : await call(contract.imports[next], { params });
        onProgress(now);
      }
      return now;
    } catch (error) {
      report(error);
      return undefined;
    } finally {
      await invalidateAreas(client, ["imports"]);
      setPhase(undefined);
    }
  };

  return { phase, problem, setProblem, report, begin, stop: () => stopped.current?.abort(), workThrough };
}

/** The user's choices for reading a file. */
export type FileChoice = Pick<
  CallOf<typeof contract.imports.create>["body"],
  "sheet" | "headingRow" | "separator"
>;

/** State of one import, from its file to its end. Each call processes some rows, so it pauses without calls. */
export function useImport(area: string) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>("file");
  const [detail, setDetail] = useState<ImportDetail>();
  const [sent, setSent] = useState<number>();
  const [file, setFile] = useState<File>();
  const { phase, problem, setProblem, report, begin, stop, workThrough } = useRowWork(setDetail);

  const send = async (file: File, choice: FileChoice = {}) => {
    const controller = begin();
    setSent(0);
    setFile(file);
    try {
      const id = newUuid();
      const transport = withUploadProgress(setSent);
      const sending = call(
        contract.imports.create,
        { body: { id, area, ...choice, file } },
        { transport, signal: controller.signal },
      );
      show(await sending.catch((error: unknown) => whenRead(id, error, controller.signal)));
    } catch (error) {
      report(error);
    } finally {
      setSent(undefined);
    }
  };

  const show = (next: ImportDetail) => {
    setProblem(undefined);
    setDetail(next);
    setStep(stepOf(next));
  };

  const changed = () => invalidateAreas(client, affectedBy(area));

  const check = async (from: ImportDetail, fields: readonly (string | null)[]) => {
    setProblem(undefined);
    let now = from;
    try {
      if (fields.some((field, index) => field !== from.columns[index]?.field)) {
        const params = { importId: from.importId };
        now = await call(contract.imports.saveColumns, { params, body: { fields: [...fields] } });
        setDetail(now);
      }
    } catch (error) {
      return report(error);
    }
    setStep("check");
    const done = await workThrough(now, "dryRun");
    if (!done || !isThrough(done, "dryRun")) setStep("columns");
  };

  const undo = async (from: ImportDetail) => {
    await workThrough(from, "undo");
    await changed();
  };

  const run = async (from: ImportDetail, isAllOrNothing: boolean) => {
    setStep("result");
    const done = await workThrough(from, "run", isAllOrNothing);
    // Stopping an all-or-nothing import discards everything.
    const isPart = done && (isRefused(done) || !isThrough(done, "run"));
    if (isAllOrNothing && isPart) return undo(done);
    await changed();
  };

  const again = () => {
    setProblem(undefined);
    setFile(undefined);
    setDetail(undefined);
    setStep("file");
  };

  return {
    step,
    setStep,
    detail,
    sent,
    phase,
    problem,
    setProblem,
    send,
    /** Reads the same file with other settings; undefined for a reopened import, which has no file here. */
    readAgain: file && ((choice: FileChoice) => send(file, choice)),
    show,
    check,
    run,
    undo,
    again,
    stop,
  };
}

export type Import = ReturnType<typeof useImport>;
