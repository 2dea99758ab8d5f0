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

/** Rules of a form for its uploads, in the user's language. */
export interface UploadRules {
  nameOf: (file: File) => string;
  fileProblem: (file: File) => string | undefined;
  nameProblem: (name: string) => string | undefined;
  problemsIn: (error: unknown) => Pick<Upload, "problem" | "nameProblem">;
  /** Receives the ids of new attachments, even when the form is closed. */
  onStored?: (attachmentIds: readonly string[]) => Promise<unknown>;
}

export interface UploadBatch {
  /** Sets the rules of the last rendered form. */
  setRules(rules: UploadRules): void;
  subscribe(listener: () => void): () => void;
  uploads(): readonly Upload[];
  /** Whether its form is shown. */
  isWatched(): boolean;
  /** Call while the form is shown. @returns a function for when it is hidden or closed */
  watch(): () => void;
  add(files: readonly File[]): void;
  rename(key: string, fileName: string): void;
  remove(key: string): void;
  /** Cancels one upload, or all including those that have not started. */
  cancel(key?: string): void;
  /**
   * Sends pending uploads, two at a time, and retries failed ones.
   * @param only the key of a single one
   * @returns the ids of all attachments, or undefined if some are missing
   */
  send(only?: string): Promise<string[] | undefined>;
}

interface Shown {
  batch: UploadBatch;
  isSending: boolean;
}

const listeners = new Set<() => void>();
let shown: readonly Shown[] = [];

function set(next: readonly Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/**
 * Reports a change of a batch, for the tray: it shows batches whose form was closed or hidden while they were sent, until the form
 * is shown again or the user removes them. A batch that is not sent is a matter of its form.
 */
export function showInTray(batch: UploadBatch, isSending: boolean): void {
  const isListed = shown.some((one) => one.batch === batch);
  const isWanted = isSending || (isListed && !batch.isWatched() && batch.uploads().length > 0);
  if (!isListed && isWanted) set([...shown, { batch, isSending }]);
  else if (isListed)
    set(shown.flatMap((one) => (one.batch !== batch ? one : isWanted ? { batch, isSending } : [])));
}

/** Uploads of this window: read by the tray, and before the window is left. */
export const backgroundUploads = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Batches that are sent or in the tray; a new list after each change. */
  list: () => shown,
  isSending: () => shown.some(({ isSending }) => isSending),
  hasTray: () => shown.some(({ batch }) => !batch.isWatched()),
  /** Removes batches from the tray, except those being sent. */
  clear(): void {
    set(shown.filter(({ batch, isSending }) => isSending || batch.isWatched()));
  },
  /** Cancels everything, when the session ends. */
  end(): void {
    for (const { batch } of shown) batch.cancel();
    set([]);
  },
};
