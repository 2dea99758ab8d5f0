import type { StoreApi } from "zustand/vanilla";
import * as operations from "./operations";
import type { Elsewhere, Loss, Question, TabState } from "./state";
import type { TabGuard } from "./tab";

/** `keep`: as drafts for the next sign-in. */
export type Answer = "cancel" | "save" | "keep" | "discard";

interface Outcome {
  /** Whether to proceed. */
  go: boolean;
  /** Tabs that could not be saved. */
  failed: readonly string[];
}

export interface UnsavedGuard {
  guardOf(id: string): TabGuard | undefined;
  setGuard(id: string, guard: TabGuard | undefined): void;
  /** Asks about unsaved changes of these tabs; resolves at once without any. */
  ask(loss: Loss, ids: readonly string[], elsewhere?: Elsewhere): Promise<Outcome>;
  /** Saves all tabs with unsaved changes without asking; resolves to whether that succeeded. */
  saveAll(): Promise<boolean>;
  answer(answer: Answer): Promise<void>;
}

/** Placeholder for a tab id. */
const elsewhereFailed = "elsewhere";

/**
 * The single guard of unsaved changes (TB-06): every way to close a tab or leave the page asks here, one question at a
 * time. Further questions are queued.
 */
export function createUnsavedGuard({ getState: get, setState: set }: StoreApi<TabState>): UnsavedGuard {
  const guards = new Map<string, TabGuard>();
  const waiting = new WeakMap<Question, (outcome: Outcome) => void>();

  /** Pending saves may have finished before the answer. */
  const hasNothingToSave = async (id: string) => !get().tabs.some((tab) => tab.id === id && tab.highlighted);

  const highlighted = () =>
    get()
      .tabs.filter((tab) => tab.highlighted)
      .map((tab) => tab.id);

  /** Sequentially, each in its active tab, which shows validation errors. */
  async function save(ids: readonly string[]): Promise<string[]> {
    const failed: string[] = [];
    for (const id of ids) {
      if (get().activeId !== id) {
        set((state) => ({ ...operations.activate(state, id), write: "replace" }));
        await nextPaint();
      }
      const saved = await (guards.get(id)?.save() ?? hasNothingToSave(id)).catch(() => false);
      if (!saved) failed.push(id);
    }
    const [first] = failed;
    if (first !== undefined) set((state) => ({ ...operations.activate(state, first), write: "replace" }));
    return failed;
  }

  return {
    guardOf: (id) => guards.get(id),
    setGuard(id, guard) {
      if (guard) guards.set(id, guard);
      else guards.delete(id);
    },
    saveAll: async () => (await save(highlighted())).length === 0,
    ask(loss, ids, elsewhere) {
      const unsaved = highlighted().filter((id) => ids.includes(id));
      const isMore = elsewhere && elsewhere.windows.length + elsewhere.drafts.length > 0;
      if (unsaved.length === 0 && !isMore) return Promise.resolve({ go: true, failed: [] });
      const open = get().questions.some((question) => question.loss === loss && same(question.ids, unsaved));
      if (open) return Promise.resolve({ go: false, failed: [] });
      const question: Question = { loss, ids: unsaved, elsewhere };
      const [only, ...more] = unsaved;
      set((state) => ({
        // The tab in question is shown behind the dialog.
        ...(only !== undefined && more.length === 0 ? operations.activate(state, only) : {}),
        write: "push",
        questions: [...state.questions, question],
      }));
      return new Promise((resolve) => waiting.set(question, resolve));
    },
    async answer(answer) {
      const [question] = get().questions;
      if (!question || get().saving) return;
      let failed: string[] = [];
      if (answer === "save") {
        set({ saving: true });
        failed = await save(question.ids);
        // Saves others only if this window succeeded.
        if (failed.length === 0 && (await question.elsewhere?.save()) === false) failed = [elsewhereFailed];
      } else if (answer === "keep") {
        question.elsewhere?.keep?.();
      } else if (answer === "discard") {
        for (const id of question.ids) guards.get(id)?.discard();
      }
      set((state) => ({ saving: false, questions: state.questions.filter((other) => other !== question) }));
      waiting.get(question)?.({ go: answer !== "cancel", failed });
    },
  };
}

function same(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}

/** Resolves after the next paint; promptly if the window is not painted, for example when covered. */
function nextPaint(): Promise<void> {
  if (typeof requestAnimationFrame === "undefined") return Promise.resolve();
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 200);
  });
}
