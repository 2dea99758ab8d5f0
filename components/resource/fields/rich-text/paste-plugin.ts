"use client";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import {
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_HIGH,
  PASTE_COMMAND,
  type PasteCommandType,
} from "lexical";
import { useEffect } from "react";
import { limitPaste } from "./limits";

/** Takes large pastes as plain text, and no more of it than the editor can hold with ease (FM-07). */
export function PastePlugin({ onCut }: { onCut: (kept: number) => void }) {
  const [editor] = useLexicalComposerContext();
  useEffect(
    () =>
      editor.registerCommand(
        PASTE_COMMAND,
        (event: PasteCommandType) => {
          const clipboard = event instanceof ClipboardEvent ? event.clipboardData : null;
          if (!clipboard) return false;
          const pasted = limitPaste(clipboard.getData("text/plain"), clipboard.getData("text/html"));
          if (!pasted) return false;
          event.preventDefault();
          editor.update(() => {
            const selection = $getSelection();
            if ($isRangeSelection(selection)) selection.insertRawText(pasted.text);
          });
          if (pasted.cut) onCut(pasted.text.length);
          return true;
        },
        COMMAND_PRIORITY_HIGH,
      ),
    [editor, onCut],
  );
  return null;
}
