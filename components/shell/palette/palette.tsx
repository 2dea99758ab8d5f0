"use client";
import { CommandIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useEffect, useLayoutEffect } from "react";
import { useStore } from "zustand/react";
import { IconButton } from "@/components/ui/icon-button";
import { isComposing, typesByAlt } from "@/lib/client/composition";
import { lazyPart } from "../../loading/lazy-part";
import { singleKeyOf, useSingleKeysSetting } from "../../ui/use-single-keys";
import { isDialogOpen } from "../../ui/view-focus";
import { openPalette, paletteState } from "./palette-state";

const CommandPalette = lazyPart(() => import("./command-palette"));
const KeysDialog = lazyPart(() => import("./keys-dialog"));

/** On non-Latin keyboards, matches the physical K key. */
function isPaletteKey({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey === metaKey || shiftKey || altKey) return false;
  return key.toLowerCase() === "k" || (code === "KeyK" && !/^[a-z]$/i.test(key));
}

/** Opens the palette with Ctrl/Cmd K and the key list with "?" (SH-10); their code is loaded on first use. */
export function Palette() {
  const { open } = useStore(paletteState);
  const isSingleOn = useSingleKeysSetting();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // The modifier is pressed first, which leaves time to load most of the code.
      if (event.key === "Control" || event.key === "Meta") CommandPalette.preload();
      if (event.defaultPrevented || event.repeat || isComposing(event)) return;
      const { open } = paletteState.getState();
      const wanted = isPaletteKey(event)
        ? "palette"
        : isSingleOn && singleKeyOf(event) === "?"
          ? "keys"
          : undefined;
      if (!wanted || (isDialogOpen() && open !== wanted)) return;
      event.preventDefault();
      openPalette(open === wanted ? undefined : wanted);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isSingleOn]);

  const close = () => openPalette();
  return (
    <Suspense fallback={open === "palette" && <TypingBuffer />}>
      {open === "palette" && <CommandPalette onClose={close} />}
      {open === "keys" && <KeysDialog onClose={close} />}
    </Suspense>
  );
}

/** Buffers keystrokes until the palette's code is loaded. */
function TypingBuffer() {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (((ctrlKey || metaKey || altKey) && !typesByAlt(event)) || isComposing(event)) return;
      if (key === "Escape") openPalette();
      else if (key === "Backspace") buffer((typed) => typed.slice(0, -1));
      else if ([...key].length === 1) buffer((typed) => typed + key);
      else if (key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", press, { capture: true });
    return () => window.removeEventListener("keydown", press, { capture: true });
  }, []);
  return null;
}

const buffer = (change: (typed: string) => string) =>
  paletteState.setState(({ typed }) => ({ typed: change(typed) }));

/** For users without a keyboard. */
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
