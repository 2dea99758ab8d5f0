"use client";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { createLoader, type Loaded } from "./loader";
import { isUnmatched, type Unmatched, uniqueMatch } from "./match";
import type { PickerOption, PickerSource } from "./source";

/** The ids chosen, one at most unless several may be; or what was typed and is none. */
export type PickerValue = readonly string[] | Unmatched;

interface PickerModel {
  source: PickerSource;
  /** Names of what is chosen already. */
  known: readonly PickerOption[];
  value: PickerValue;
  onChange: (value: PickerValue) => void;
  multiple: boolean;
  /** What is typed may stand for itself: it is its own id. */
  freeText: boolean;
}

/** The options that a source has for a phrase, and what all that it ever had are called. */
function useOptions(
  source: PickerSource,
  known: readonly PickerOption[],
  onLoaded: (loaded: Loaded) => void,
) {
  const [loaded, setLoaded] = useState<Loaded>({ status: "idle", phrase: "" });
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  const remember = (options: readonly PickerOption[]) =>
    setSeen((before) => new Map([...before, ...options.map(({ id, text }) => [id, text] as const)]));

  const heard = (next: Loaded) => {
    setLoaded(next);
    if (next.status !== "ready") return;
    remember(next.options);
    onLoaded(next);
  };
  const latest = useRef(heard);
  latest.current = heard;
  const loader = useMemo(() => createLoader(source, (next) => latest.current(next)), [source]);
  // An answer that was to come from another source, or before the tab was hidden, does not come any more.
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
    /** The answer to what was typed last may still be to come. */
    isToCome: (phrase: string) => loaded.status === "loading" || loaded.phrase !== phrase,
  };
}

/** What becomes of the value when something is chosen, removed or typed, for one and for several. */
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

/** What the text means: it becomes an entry as soon as that is known. */
function useMatching(
  { source, known, ...model }: PickerModel,
  focused: boolean,
  setTyped: (text: string | undefined) => void,
) {
  const { value, onChange, multiple, freeText } = model;
  const { loaded, loader, isToCome, ...options } = useOptions(source, known, answered);
  const change = changesOf(model);
  /** What was confirmed before the answer to it had come. */
  const meant = useRef<string>(undefined);

  function answered(answer: Loaded) {
    if (!isUnmatched(value)) return;
    const match = uniqueMatch(answer, value.unmatched);
    const isMeant = meant.current === value.unmatched;
    meant.current = undefined;
    // Among several, what is typed only becomes an entry once that is said: there may be more to come.
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

    /** Takes what is typed as soon as it is known what it means; false when that is known already. */
    takeSoon(): boolean {
      if (!isUnmatched(value) || freeText || !isToCome(value.unmatched)) return false;
      meant.current = value.unmatched;
      loader.request(value.unmatched, true);
      return true;
    },

    /** What is typed becomes an entry, if it means one. Answers whether nothing is left over. */
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
 * What a picker does (TL-05). At every moment the value says what the box says: while the text is no option, the value is
 * {@link Unmatched}, and becomes the option as soon as the text means one.
 */
export function usePicker(model: PickerModel) {
  const { value, multiple } = model;
  /** What is typed while the box has the focus. */
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  /** The list has closed by a choice: Escape means that list still, not what is around the box. */
  const [hasChosen, setHasChosen] = useState(false);
  const focused = typed !== undefined;
  const matching = useMatching(model, focused, setTyped);
  const { loaded, loader, change, take, nameOf, settle, takeSoon } = matching;
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
    takeSoon,
    setOpen,
    remove,
    type(phrase: string) {
      setHasChosen(false);
      setTyped(phrase);
      setOpen(true);
      loader.request(phrase);
      change.type(phrase);
    },
    /** @param toggling takes out what is chosen already */
    choose(option: PickerOption, toggling: boolean) {
      if (toggling && multiple && ids.includes(option.id)) remove(option.id);
      else take(option);
      setTyped(multiple ? "" : option.text);
      // What was offered while nothing was typed is offered for the next one, too.
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
