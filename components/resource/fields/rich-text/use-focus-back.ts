"use client";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { useRef } from "react";

/** Where the focus goes when a tool's panel closes: to the text once the tool has done its work, else to the tool. */
export function useFocusBack() {
  const [editor] = useLexicalComposerContext();
  const done = useRef(false);
  return {
    worked() {
      done.current = true;
    },
    /** Answers whether the text has the focus now. */
    toText(): boolean {
      const was = done.current;
      done.current = false;
      if (was) editor.focus();
      return was;
    },
  };
}
