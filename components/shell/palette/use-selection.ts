"use client";
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { placeAfterKey } from "@/components/ui/list-keys";
import { isComposing } from "@/lib/client/composition";
import type { PaletteCommand } from "./actions";

interface Options {
  /** In the order of the list. */
  commands: readonly PaletteCommand[];
  /** Whether better ones may follow: none is selected until then, and Enter waits. */
  isIncomplete: boolean;
  list: RefObject<HTMLElement | null>;
  choose: (command: PaletteCommand) => void;
}

/** Selection of the palette's combobox: the first command until the user selects another, which then stays selected. */
export function useSelection({ commands, isIncomplete, list, choose }: Options) {
  const [own, setOwn] = useState<{ id: string; byPointer?: true }>();
  const [isEntered, setEntered] = useState(false);
  const ownPlace = commands.findIndex(({ id }) => id === own?.id);
  const place = ownPlace < 0 && !isIncomplete && commands.length > 0 ? 0 : ownPlace;
  const selected = commands[place];

  const latest = useRef(choose);
  latest.current = choose;
  useEffect(() => {
    if (isEntered && selected) latest.current(selected);
    if (isEntered && !isIncomplete) setEntered(false);
  }, [isEntered, isIncomplete, selected]);

  // Records that arrive move the selected row.
  const order = commands.map(({ id }) => id).join("\n");
  const isPointed = ownPlace >= 0 && own?.byPointer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when rows move
  useLayoutEffect(() => {
    if (isPointed || !list.current) return;
    if (place <= 0) list.current.scrollTop = 0;
    else list.current.querySelector("[aria-selected=true]")?.scrollIntoView?.({ block: "nearest" });
  }, [list, place, isPointed, order]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const ends: Record<string, number> = { Home: 0, End: commands.length - 1 };
    const to = placeAfterKey(event.key, place, commands.length) ?? ends[event.key];
    const next = to === undefined ? undefined : commands[to];
    if (next) setOwn({ id: next.id });
    else if (event.key !== "Enter") return;
    else if (selected) choose(selected);
    else setEntered(isIncomplete);
    event.preventDefault();
  };
  return {
    selected,
    onKeyDown,
    point: ({ id }: PaletteCommand) =>
      setOwn((before) => (before?.id === id ? before : { id, byPointer: true })),
    reset() {
      setOwn(undefined);
      setEntered(false);
    },
  };
}
