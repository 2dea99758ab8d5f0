"use client";
import transliterate from "@sindresorhus/transliterate";
import { useTranslations } from "next-intl";
import { useCallback, useRef, useState } from "react";
import { useTranslatedFaults } from "@/components/resource/form/translated-faults";
import { call } from "@/lib/client/api/client";
import { ApiError } from "@/lib/client/api/error";
import { withUploadProgress } from "@/lib/client/api/upload-progress";
import { newId } from "@/lib/client/new-id";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import { attachmentRules } from "@/lib/validation/attachment-files";
import { extensionOf, isFileSize, isFileType } from "@/lib/validation/files";
import { isFileName } from "@/lib/validation/rules";

export interface Upload {
  key: string;
  /** Idempotency key of an upload, so that a retry creates no second attachment. */
  attempt: string;
  file: File;
  /** Without its extension. */
  fileName: string;
  state: "waiting" | "sending" | "failed" | "done";
  /** Percent. */
  progress: number;
  /** Why it cannot be sent, or failed. */
  problem?: string;
  /** Error of its name. */
  nameProblem?: string;
  /** Id of the created attachment. */
  attachmentId?: string;
}

const maxNameLength = 255;

/** Serbian letters that the library does not transliterate. */
const serbian: [string, string][] = Object.entries({ ђ: "dj", ћ: "c", џ: "dz", Ђ: "Dj", Ћ: "C", Џ: "Dz" });

/**
 * Returns the name without extension, transliterated to the letters allowed in attachment names: `Łódź` becomes `Lodz`, `Пећ`
 * becomes `Pec`.
 */
export function nameOfUpload({ name }: Pick<File, "name">): string {
  const extension = extensionOf(name);
  const own = (extension ? name.slice(0, -extension.length - 1) : name).normalize("NFC");
  const allowed = [...own].map((letter) => {
    if (isFileName(letter)) return letter;
    const plain = transliterate(letter, { customReplacements: serbian });
    return plain !== "" && isFileName(plain) ? plain : "_";
  });
  return allowed.join("").slice(0, maxNameLength).trim();
}

/** Returns why a file cannot be attached; undefined if it can. */
export function useFileProblem() {
  const t = useTranslations("validation");
  const { attachmentMegabytes: megabytes } = usePublicConfig();
  return (file: File): string | undefined => {
    const { types } = attachmentRules;
    if (!isFileType(file, types)) return t("fileType", { types: types.join(", ") });
    if (!isFileSize(file, megabytes)) return t("fileSize", { fileSize: megabytes });
    return file.size === 0 ? t("emptyFile") : undefined;
  };
}

/** Validation of files and names, before sending and by the response. */
function useUploadProblems() {
  const t = useTranslations("validation");
  const common = useTranslations("common");
  const { translate } = useTranslatedFaults();
  const fileProblem = useFileProblem();

  const nameProblem = (name: string): string | undefined => {
    if (name.trim() === "") return t("required");
    if (name.trim().length > maxNameLength) return t("maxLength", { max: maxNameLength });
    return isFileName(name) ? undefined : t("fileName");
  };
  const problemsIn = (error: unknown): Pick<Upload, "problem" | "nameProblem"> => {
    if (!(error instanceof ApiError)) return { problem: common("errorOccurred") };
    const texts = (isName: boolean) =>
      error.fieldErrors
        .filter(({ propertyName }) => (propertyName.toLowerCase() === "filename") === isName)
        .map(({ errorMessage, broken }) => (broken && translate(broken)) || errorMessage)
        .join(" ") || undefined;
    const [name, other] = [texts(true), texts(false)];
    return {
      nameProblem: name,
      problem: other ?? (name ? undefined : error.said || common("errorOccurred")),
    };
  };
  return { fileProblem, nameProblem, problemsIn };
}

const newUpload = (file: File, problem: string | undefined): Upload => ({
  ...{ key: newId(), attempt: newId(), file, fileName: nameOfUpload(file) },
  ...{ state: "waiting", progress: 0, problem },
});

/**
 * Uploads of files that become attachments, each with its progress (AT-02). An interrupted one is sent again as a whole: at most
 * 300 MB, while resuming (tus) would need a lease, stored parts and a sweep on the server.
 */
export function useUploads() {
  const { fileProblem, nameProblem, problemsIn } = useUploadProblems();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  // Reads the latest state, since uploads may have been removed, renamed or cancelled.
  const latest = useRef(uploads);
  const sending = useRef(new Map<string, AbortController>());
  const isStopped = useRef(false);

  const update = useCallback((next: (before: readonly Upload[]) => readonly Upload[]) => {
    latest.current = next(latest.current);
    setUploads(latest.current);
  }, []);
  const change = useCallback(
    (key: string, next: Partial<Upload>) =>
      update((before) => before.map((one) => (one.key === key ? { ...one, ...next } : one))),
    [update],
  );

  const problemOf = useRef(fileProblem);
  problemOf.current = fileProblem;

  const send = async (upload: Upload): Promise<string | undefined> => {
    const { key, attempt, file, fileName } = upload;
    const abort = new AbortController();
    sending.current.set(key, abort);
    change(key, { state: "sending", progress: 0, problem: undefined, nameProblem: undefined });
    try {
      const attachmentId = await call(
        contract.attachments.create,
        { body: { fileName: fileName.trim(), file } },
        {
          signal: abort.signal,
          idempotencyKey: attempt,
          transport: withUploadProgress((progress) => change(key, { progress })),
        },
      );
      change(key, { state: "done", progress: 100, attachmentId });
      return attachmentId;
    } catch (error) {
      if (abort.signal.aborted) change(key, { state: "waiting", progress: 0 });
      else change(key, { state: "failed", ...problemsIn(error) });
      return undefined;
    } finally {
      sending.current.delete(key);
    }
  };

  return {
    uploads,
    isSending: uploads.some(({ state }) => state === "sending"),
    add: useCallback(
      (files: readonly File[]) => {
        const added = files.map((file) => newUpload(file, problemOf.current(file)));
        update((before) => [...before, ...added]);
      },
      [update],
    ),
    rename: (key: string, fileName: string) =>
      update((before) =>
        before.map((one) =>
          one.key === key
            ? { ...one, fileName, attempt: newId(), nameProblem: one.nameProblem && nameProblem(fileName) }
            : one,
        ),
      ),
    remove: (key: string) => update((before) => before.filter((one) => one.key !== key)),
    /** Cancels one upload, or all including those that have not started. */
    cancel: (key?: string) => {
      if (key === undefined) isStopped.current = true;
      for (const [each, abort] of sending.current) if (key === undefined || key === each) abort.abort();
    },
    /**
     * Sends pending uploads, two at a time, and retries failed ones.
     * @returns the ids of all attachments, or undefined if some are missing
     */
    sendAll: async (): Promise<string[] | undefined> => {
      isStopped.current = false;
      update((before) =>
        before.map((one) =>
          one.state === "done"
            ? one
            : { ...one, problem: fileProblem(one.file), nameProblem: nameProblem(one.fileName) },
        ),
      );
      const tried = new Set<string>();
      const next = () =>
        isStopped.current
          ? undefined
          : latest.current.find(
              ({ key, state, problem, nameProblem }) =>
                (state === "waiting" || state === "failed") && !problem && !nameProblem && !tried.has(key),
            );
      const work = async () => {
        for (let one = next(); one; one = next()) {
          tried.add(one.key);
          const problem = nameProblem(one.fileName);
          if (problem) change(one.key, { nameProblem: problem });
          else await send(one);
        }
      };
      await Promise.all([work(), work()]);
      const ids = latest.current.map(({ attachmentId }) => attachmentId);
      const done = ids.filter((id) => id !== undefined);
      return done.length === ids.length && done.length > 0 ? done : undefined;
    },
  };
}
