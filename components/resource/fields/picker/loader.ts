import type { PickerResponse, PickerSource } from "./source";

/** What is known about one phrase. */
export type Loaded =
  | { status: "idle" | "loading" | "failed"; phrase: string }
  | ({ status: "ready"; phrase: string } & PickerResponse);

/** Milliseconds without a key before the next load (TL-05). */
export const pickerDelay = 250;
export const pickerLimit = 10;

export interface Loader {
  /** Loads once `pickerDelay` has passed without another request; at once with `now`. */
  request(phrase: string, now?: boolean): void;
  /** Gives up what is under way; nothing is heard of it any more. */
  cancel(): void;
}

/**
 * Loads options for what is typed. Only the latest request counts: an earlier one is cancelled, and whatever still
 * comes of it is ignored. A failed one clears the options (TL-05).
 */
export function createLoader(source: PickerSource, onChange: (loaded: Loaded) => void): Loader {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let controller: AbortController | undefined;

  const cancel = () => {
    clearTimeout(timer);
    controller?.abort();
    controller = undefined;
  };

  const load = async (phrase: string) => {
    const own = new AbortController();
    controller = own;
    try {
      const response = await source(phrase, pickerLimit, own.signal);
      if (controller === own) onChange({ status: "ready", phrase, ...response });
    } catch {
      if (controller === own) onChange({ status: "failed", phrase });
    }
  };

  return {
    cancel,
    request(phrase, now = false) {
      cancel();
      onChange({ status: "loading", phrase });
      if (now) load(phrase);
      else timer = setTimeout(load, pickerDelay, phrase);
    },
  };
}
