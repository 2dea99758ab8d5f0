// See docs/decisions/0121.

import { signInAgain } from "@/components/errors/sign-in-again";
import { call } from "@/lib/client/api/client";
import { ApiError } from "@/lib/client/api/error";
import { withUploadProgress } from "@/lib/client/api/upload-progress";
import { newId } from "@/lib/client/new-id";
import { contract } from "@/lib/contract";
import { showInTray, type Upload, type UploadBatch, type UploadRules } from "./background-uploads";

/**
 * Uploads of one form, each with its progress (AT-02). They go on without the form. An interrupted one is sent again as a whole: at
 * most 300 MB, while resuming (tus) would need a lease, stored parts and a sweep on the server.
 */
export function createUploadBatch(): UploadBatch {
  const listeners = new Set<() => void>();
  const sending = new Map<string, AbortController>();
  const handedOver = new Set<string>();
  let uploads: readonly Upload[] = [];
  let rules: UploadRules;
  let isStopped = false;
  let watchers = 0;

  const notify = () => {
    for (const listener of listeners) listener();
    showInTray(batch, sending.size > 0);
  };
  const update = (next: (before: readonly Upload[]) => readonly Upload[]) => {
    uploads = next(uploads);
    notify();
  };
  const change = (key: string, next: Partial<Upload>) =>
    update((before) => before.map((one) => (one.key === key ? { ...one, ...next } : one)));

  const sendOne = async ({ key, attempt, file, fileName }: Upload): Promise<void> => {
    const abort = new AbortController();
    sending.set(key, abort);
    const body = { fileName: fileName.trim(), file };
    const transport = withUploadProgress((progress) => change(key, { progress }));
    const options = { signal: abort.signal, idempotencyKey: attempt, transport };
    change(key, { state: "sending", progress: 0, problem: undefined, nameProblem: undefined });
    try {
      const attachmentId = await whenSignedIn(abort.signal, () =>
        call(contract.attachments.create, { body }, options),
      );
      sending.delete(key);
      change(key, { state: "done", progress: 100, attachmentId });
    } catch (error) {
      sending.delete(key);
      if (abort.signal.aborted) change(key, { state: "waiting", progress: 0 });
      else change(key, { state: "failed", ...rules.problemsIn(error) });
    }
  };

  const next = (tried: ReadonlySet<string>, only?: string) =>
    isStopped
      ? undefined
      : uploads.find(
          ({ key, state, problem, nameProblem }) =>
            (state === "waiting" || state === "failed") &&
            !(problem || nameProblem || tried.has(key)) &&
            (only ?? key) === key,
        );

  const handOver = async () => {
    const ids = uploads.flatMap(({ attachmentId }) => attachmentId ?? []).filter((id) => !handedOver.has(id));
    for (const id of ids) handedOver.add(id);
    if (ids.length > 0) await rules.onStored?.(ids);
  };

  const batch: UploadBatch = {
    setRules(next) {
      rules = next;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    uploads: () => uploads,
    isWatched: () => watchers > 0,
    watch() {
      watchers += 1;
      notify();
      return () => {
        watchers -= 1;
        notify();
      };
    },
    add: (files) =>
      update((before) => [
        ...before,
        ...files.map((file): Upload => {
          const ids = { key: newId(), attempt: newId() };
          const own = { file, fileName: rules.nameOf(file), problem: rules.fileProblem(file) };
          return { ...ids, ...own, state: "waiting", progress: 0 };
        }),
      ]),
    rename(key, fileName) {
      const nameProblem = rules.nameProblem(fileName);
      const rename = (one: Upload): Upload => ({
        ...{ ...one, fileName, attempt: newId() },
        nameProblem: one.nameProblem && nameProblem,
      });
      update((before) => before.map((one) => (one.key === key ? rename(one) : one)));
    },
    remove: (key) => update((before) => before.filter((one) => one.key !== key)),
    cancel(key) {
      if (key === undefined) isStopped = true;
      for (const [each, abort] of sending) {
        if (key !== undefined && key !== each) continue;
        // Before the call rejects: uploads of a session that has ended must not return to the tray.
        sending.delete(each);
        abort.abort();
      }
    },
    async send(only) {
      isStopped = false;
      update((before) =>
        before.map((one) =>
          one.state === "done" || (only ?? one.key) !== one.key
            ? one
            : { ...one, problem: rules.fileProblem(one.file), nameProblem: rules.nameProblem(one.fileName) },
        ),
      );
      const tried = new Set<string>();
      const work = async () => {
        for (let one = next(tried, only); one; one = next(tried, only)) {
          tried.add(one.key);
          const problem = rules.nameProblem(one.fileName);
          if (problem) change(one.key, { nameProblem: problem });
          else await sendOne(one);
        }
      };
      await Promise.all([work(), work()]);
      await handOver();
      const ids = uploads.map(({ attachmentId }) => attachmentId);
      const done = ids.filter((id) => id !== undefined);
      return done.length === ids.length && done.length > 0 ? done : undefined;
    },
  };
  return batch;
}

/** Repeats a call that was refused without a session once the user has signed in again, unless it is cancelled. */
async function whenSignedIn<Result>(signal: AbortSignal, send: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 401;
      if (!isRefused || signInAgain.state() === "present") throw error;
      await signedIn(signal);
    }
  }
}

/** @throws {DOMException} named AbortError if `signal` is aborted */
function signedIn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      if (!signal.aborted && signInAgain.state() !== "present") return;
      stop();
      signal.removeEventListener("abort", settle);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const stop = signInAgain.subscribe(settle);
    signal.addEventListener("abort", settle);
  });
}
