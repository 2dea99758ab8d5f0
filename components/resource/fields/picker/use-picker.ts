"use client";
import { useEffect, useMemo, useRef, useState } from "react";
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

/**
 * What a picker does (TL-05). At every moment the value says what the box says: while the text is no option, the value is
 * {@link Unmatched}, and becomes the option as soon as the text means one.
 */
export function usePicker({ source, known, value, onChange, multiple, freeText }: PickerModel) {
  const [loaded, setLoaded] = useState<Loaded>({ status: "idle", phrase: "" });
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  /** What is typed while the box has the focus. */
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  /** What was confirmed before the answer to it had come. */
  const meant = useRef<string>(undefined);

  const nameOf = (id: string) =>
    seen.get(id) ?? known.find((option) => option.id === id)?.text ?? (freeText ? id : "");
  const ids = isUnmatched(value) ? value.ids : value;
  const resting = isUnmatched(value)
    ? value.unmatched
    : multiple
      ? ""
      : (ids[0] ?? "") && nameOf(ids[0] ?? "");
  const text = typed ?? resting;
  const focused = typed !== undefined;

  const unmatched = (phrase: string, left: boolean): Unmatched => ({
    unmatched: phrase,
    ids: multiple ? ids : [],
    left,
  });

  const heard = (next: Loaded) => {
    setLoaded(next);
    if (next.status !== "ready") return;
    setSeen(
      (before) => new Map([...before, ...next.options.map(({ id, text: name }) => [id, name] as const)]),
    );
    const { value: now } = latest.current;
    if (!isUnmatched(now)) return;
    const match = uniqueMatch(next, now.unmatched);
    const isMeant = meant.current === now.unmatched;
    meant.current = undefined;
    // Among several, what is typed only becomes an entry once that is said: there may be more to come.
    if (match && (!multiple || now.left || isMeant)) {
      latest.current.take(match);
      if (isMeant && latest.current.focused) setTyped(multiple ? "" : match.text);
    } else if (isMeant && !match) onChange({ ...now, left: true });
  };

  const take = (option: PickerOption) => {
    setSeen((before) => new Map(before).set(option.id, option.text));
    if (!multiple) return onChange([option.id]);
    onChange(ids.includes(option.id) ? ids : [...ids, option.id]);
  };

  const latest = useRef({ value, take, heard, focused });
  latest.current = { value, take, heard, focused };
  const loader = useMemo(() => createLoader(source, (next) => latest.current.heard(next)), [source]);
  useEffect(() => loader.cancel, [loader]);

  const type = (phrase: string) => {
    setTyped(phrase);
    setOpen(true);
    loader.request(phrase);
    if (phrase.trim() === "") onChange(multiple ? ids : []);
    else if (freeText && !multiple) onChange([phrase]);
    else onChange(unmatched(phrase, false));
  };

  /** @param toggling takes out what is chosen already */
  const choose = (option: PickerOption, toggling: boolean) => {
    if (toggling && multiple && ids.includes(option.id)) onChange(ids.filter((id) => id !== option.id));
    else take(option);
    setTyped(multiple ? "" : option.text);
    // What was offered while nothing was typed is offered for the next one, too.
    const isThere = loaded.status === "ready" && loaded.phrase === "";
    if (multiple && !isThere) loader.request("", true);
    else loader.cancel();
    setOpen(false);
  };

  /** The answer to what was typed last may still be to come. */
  const isToCome = (phrase: string) => loaded.status === "loading" || loaded.phrase !== phrase;

  /** Takes what is typed as soon as it is known what it means; false when that is known already. */
  const takeSoon = (): boolean => {
    if (!isUnmatched(value) || freeText || !isToCome(value.unmatched)) return false;
    meant.current = value.unmatched;
    loader.request(value.unmatched, true);
    return true;
  };

  /** What is typed becomes an entry, if it means one. Answers whether nothing is left over. */
  const settle = (left: boolean): boolean => {
    if (!isUnmatched(value)) return true;
    const phrase = value.unmatched;
    const match = uniqueMatch(loaded, phrase);
    if (match) take(match);
    else if (freeText) take({ id: phrase.trim(), text: phrase.trim() });
    else {
      onChange(unmatched(phrase, left));
      if (left && isToCome(phrase)) loader.request(phrase, true);
      return false;
    }
    setTyped(left ? undefined : multiple ? "" : match?.text);
    return true;
  };

  return {
    ids,
    text,
    loaded,
    open: open && focused,
    focused,
    nameOf: (id: string) => nameOf(id) || id,
    type,
    choose,
    settle,
    takeSoon,
    setOpen,
    remove: (id: string) => onChange(ids.filter((other) => other !== id)),
    enter() {
      setTyped(resting);
      setOpen(true);
      loader.request(isUnmatched(value) ? value.unmatched : "", true);
    },
    leave() {
      setTyped(undefined);
      setOpen(false);
      if (!isUnmatched(value)) loader.cancel();
      settle(true);
    },
  };
}
