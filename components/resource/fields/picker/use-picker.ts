"use client";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { createLoader, type Loaded } from "./loader";
import { isUnmatched, type Unmatched, uniqueMatch } from "./match";
import type { PickerOption, PickerSource } from "./source";

/** Chosen ids, at most one for single choice; or unmatched text. */
export type PickerValue = readonly string[] | Unmatched;

interface PickerModel {
  source: PickerSource;
  /** Names of the current choices. */
  known: readonly PickerOption[];
  value: PickerValue;
  onChange: (value: PickerValue) => void;
  multiple: boolean;
  /** Accepts any text, which is its own id. */
  freeText: boolean;
}

/** Options for a phrase, and the names of all options loaded so far. */
function useOptions(
  source: PickerSource,
  known: readonly PickerOption[],
  onLoaded: (loaded: Loaded) => void,
) {
  const [loaded, setLoaded] = useState<Loaded>({ status: "idle", phrase: "" });
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  const remember = (options: readonly PickerOption[]) =>
    setSeen((before) => new Map([...before, ...options.map(({ id, text }) => [id, text] as const)]));

  const responded = (next: Loaded) => {
    setLoaded(next);
    if (next.status !== "ready") return;
    remember(next.options);
    onLoaded(next);
  };
  const latest = useRef(responded);
  latest.current = responded;
  const loader = useMemo(() => createLoader(source, (next) => latest.current(next)), [source]);
  // Requests again when a response was lost by changing the source or hiding the tab.
  const resume = useEffectEvent(() => loaded.status === "loading" && loader.request(loaded.phrase, true));
  useEffect(() => {
    resume();
    return loader.cancel;
  }, [loader]);

  return {
    loaded,
    loader,
    remember,
    nameOf: (id: string) => seen.get(id) ?? known.find((option) => option.id === id)?.text,
    /** Whether the response for the typed text is pending. */
    isToCome: (phrase: string) => loaded.status === "loading" || loaded.phrase !== phrase,
  };
}

/** Value changes on choosing, removing and typing, for single and multiple choice. */
function changesOf({ value, onChange, multiple, freeText }: Omit<PickerModel, "source" | "known">) {
  const ids = isUnmatched(value) ? value.ids : value;
  const leaveUnmatched = (phrase: string, left: boolean) =>
    onChange({ unmatched: phrase, ids: multiple ? ids : [], left });
  return {
    ids,
    leaveUnmatched,
    add(id: string) {
      if (!multiple) return onChange([id]);
      onChange(ids.includes(id) ? ids : [...ids, id]);
    },
    remove: (id: string) => onChange(ids.filter((other) => other !== id)),
    type(phrase: string) {
      if (phrase.trim() === "") onChange(multiple ? ids : []);
      else if (freeText && !multiple) onChange([phrase]);
      else leaveUnmatched(phrase, false);
    },
  };
}

/** Turns the text into an entry as soon as it has a match. */
function useMatching(
  { source, known, ...model }: PickerModel,
  focused: boolean,
  setTyped: (text: string | undefined) => void,
) {
  const { value, onChange, multiple, freeText } = model;
  const { loaded, loader, isToCome, ...options } = useOptions(source, known, answered);
  const change = changesOf(model);
  /** Text confirmed before its response arrived. */
  const meant = useRef<string>(undefined);

  function answered(answer: Loaded) {
    if (!isUnmatched(value)) return;
    const match = uniqueMatch(answer, value.unmatched);
    const isMeant = meant.current === value.unmatched;
    meant.current = undefined;
    // With multiple choice the text becomes an entry only when confirmed, since more may be typed.
    if (match && (!multiple || value.left || isMeant)) {
      take(match);
      if (isMeant && focused) setTyped(multiple ? "" : match.text);
    } else if (isMeant && !match) onChange({ ...value, left: true });
  }

  const take = (option: PickerOption) => {
    options.remember([option]);
    change.add(option.id);
  };

  return {
    loaded,
    loader,
    change,
    take,
    nameOf: (id: string) => options.nameOf(id) ?? (freeText ? id : ""),

    /** Takes the typed text once its match is known; false if it is known already. */
    takeWhenMatched(): boolean {
      if (!isUnmatched(value) || freeText || !isToCome(value.unmatched)) return false;
      meant.current = value.unmatched;
      loader.request(value.unmatched, true);
      return true;
    },

    /** Turns the typed text into an entry if it matches. Returns whether no text is left. */
    settle(left: boolean): boolean {
      if (!isUnmatched(value)) return true;
      const phrase = value.unmatched;
      const match = uniqueMatch(loaded, phrase);
      if (match) take(match);
      else if (freeText) take({ id: phrase.trim(), text: phrase.trim() });
      else {
        change.leaveUnmatched(phrase, left);
        if (left && isToCome(phrase)) loader.request(phrase, true);
        return false;
      }
      setTyped(left ? undefined : multiple ? "" : match?.text);
      return true;
    },
  };
}

/**
 * State of a picker (TL-05). The value always reflects the box: unmatched text is {@link Unmatched}, and becomes the option once
 * it matches.
 */
export function usePicker(model: PickerModel) {
  const { value, multiple } = model;
  /** Text typed while the box has the focus. */
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  /** The list was closed by a choice: Escape still applies to the list, not to its surroundings. */
  const [hasChosen, setHasChosen] = useState(false);
  const focused = typed !== undefined;
  const matching = useMatching(model, focused, setTyped);
  const { loaded, loader, change, take, nameOf, settle, takeWhenMatched } = matching;
  const { ids, remove } = change;
  const first = ids[0] ?? "";
  const resting = isUnmatched(value) ? value.unmatched : multiple ? "" : first && nameOf(first);

  return {
    ids,
    text: typed ?? resting,
    loaded,
    open: open && focused,
    hasChosen: hasChosen && focused,
    focused,
    endChoice: () => setHasChosen(false),
    nameOf: (id: string) => nameOf(id) || id,
    settle,
    takeWhenMatched,
    setOpen,
    remove,
    type(phrase: string) {
      setHasChosen(false);
      setTyped(phrase);
      setOpen(true);
      loader.request(phrase);
      change.type(phrase);
    },
    /** @param toggling removes an option that is chosen already */
    choose(option: PickerOption, toggling: boolean) {
      if (toggling && multiple && ids.includes(option.id)) remove(option.id);
      else take(option);
      setTyped(multiple ? "" : option.text);
      // Options for the empty phrase are reused for the next choice.
      const isThere = loaded.status === "ready" && loaded.phrase === "";
      if (multiple && !isThere) loader.request("", true);
      else loader.cancel();
      setOpen(false);
      setHasChosen(true);
    },
    enter() {
      setTyped(resting);
      setOpen(true);
      loader.request(isUnmatched(value) ? value.unmatched : "", true);
    },
    leave() {
      setHasChosen(false);
      setTyped(undefined);
      setOpen(false);
      if (!isUnmatched(value)) loader.cancel();
      settle(true);
    },
  };
}
