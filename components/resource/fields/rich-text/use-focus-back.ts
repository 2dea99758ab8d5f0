"use client";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { useRef } from "react";

/** Restores the focus when a tool's panel closes: to the text after the tool was applied, else to the tool. */
export function useFocusBack() {
  const [editor] = useLexicalComposerContext();
  const done = useRef(false);
  return {
    worked() {
      done.current = true;
    },
    /** Focuses the text; returns whether it has the focus. */
    toText(): boolean {
      const was = done.current;
      done.current = false;
      if (was) editor.focus();
      return was;
    },
  };
}
