import type { PickerResponse, PickerSource } from "./source";

/** Loading state of one phrase. */
export type Loaded =
  | { status: "idle" | "loading" | "failed"; phrase: string }
  | ({ status: "ready"; phrase: string } & PickerResponse);

/** Milliseconds of debouncing (TL-05). */
export const pickerDelay = 250;
export const pickerLimit = 10;

export interface Loader {
  /** Loads after `pickerDelay` without another request; immediately with `now`. */
  request(phrase: string, now?: boolean): void;
  /** Cancels pending requests without further notifications. */
  cancel(): void;
}

/**
 * Loads options for the typed text. Only the latest request counts: earlier ones are cancelled and their results ignored. A
 * failure clears the options (TL-05).
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
