"use client";
import { CommandIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useEffect, useLayoutEffect } from "react";
import { useStore } from "zustand/react";
import { IconButton } from "@/components/ui/icon-button";
import { isComposing, typesByAlt } from "@/lib/client/composition";
import { lazyPart } from "../lazy-part";
import { isSingleKey, useSingleKeys } from "../search-key";
import { behindDialog } from "../tab-keys";
import { openPalette, paletteState } from "./palette-state";

const CommandPalette = lazyPart(() => import("./command-palette"));
const KeysDialog = lazyPart(() => import("./keys-dialog"));

/** On keyboards without Latin letters the key that has a K elsewhere. */
function isPaletteKey({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey === metaKey || shiftKey || altKey) return false;
  return key.toLowerCase() === "k" || (code === "KeyK" && !/^[a-z]$/i.test(key));
}

/** The palette by Ctrl/Cmd K, the list of keys by "?" (SH-10); their code comes when they are first wanted. */
export function Palette() {
  const { open } = useStore(paletteState);
  const isSingleOn = useSingleKeys();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // Held down before the other key is, in which time most of the code comes.
      if (event.key === "Control" || event.key === "Meta") CommandPalette.preload();
      if (event.defaultPrevented || event.repeat || isComposing(event)) return;
      const { open } = paletteState.getState();
      const wanted = isPaletteKey(event)
        ? "palette"
        : isSingleOn && isSingleKey(event, "?")
          ? "keys"
          : undefined;
      if (!wanted || (behindDialog() && open !== wanted)) return;
      event.preventDefault();
      openPalette(open === wanted ? undefined : wanted);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isSingleOn]);

  const close = () => openPalette();
  return (
    <Suspense fallback={open === "palette" && <KeepTyped />}>
      {open === "palette" && <CommandPalette onClose={close} />}
      {open === "keys" && <KeysDialog onClose={close} />}
    </Suspense>
  );
}

/** Keeps for the palette what is typed before its code is there: whoever knows what they want does not wait. */
function KeepTyped() {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (((ctrlKey || metaKey || altKey) && !typesByAlt(event)) || isComposing(event)) return;
      if (key === "Escape") openPalette();
      else if (key === "Backspace") keep((typed) => typed.slice(0, -1));
      else if ([...key].length === 1) keep((typed) => typed + key);
      else if (key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", press, { capture: true });
    return () => window.removeEventListener("keydown", press, { capture: true });
  }, []);
  return null;
}

const keep = (change: (typed: string) => string) =>
  paletteState.setState(({ typed }) => ({ typed: change(typed) }));

/** For those without a keyboard at hand. */
export function PaletteButton() {
  const t = useTranslations("shell.palette");
  return (
    <IconButton
      label={t("title")}
      tooltip={`${t("title")} (${t("key")})`}
      aria-keyshortcuts="Control+K Meta+K"
      className="max-sm:hidden"
      onPointerEnter={CommandPalette.preload}
      onFocus={CommandPalette.preload}
      onClick={() => openPalette("palette")}
    >
      <CommandIcon />
    </IconButton>
  );
}
