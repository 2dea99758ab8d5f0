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
import { $nodesOf } from "./html";
import { limitPaste } from "./limits";
import { hasWordLists, withRealLists } from "./word-lists";

/** Takes large pastes as plain text, and no more of it than the editor can hold with ease; lists of Word as lists (FM-07). */
export function PastePlugin({ onCut }: { onCut: (kept: number) => void }) {
  const [editor] = useLexicalComposerContext();
  useEffect(() => {
    const insert = (event: ClipboardEvent, html: string): boolean => {
      event.preventDefault();
      editor.update(() => $getSelection()?.insertNodes($nodesOf(editor, html)));
      return true;
    };
    return editor.registerCommand(
      PASTE_COMMAND,
      (event: PasteCommandType) => {
        if (!(event instanceof ClipboardEvent) || !event.clipboardData) return false;
        const clipboard = event.clipboardData;
        const html = clipboard.getData("text/html");
        const pasted = limitPaste(clipboard.getData("text/plain"), html);
        if (!pasted) return hasWordLists(html) && insert(event, withRealLists(html));
        event.preventDefault();
        editor.update(() => {
          const selection = $getSelection();
          if ($isRangeSelection(selection)) selection.insertRawText(pasted.text);
        });
        if (pasted.cut) onCut(pasted.text.length);
        return true;
      },
      COMMAND_PRIORITY_HIGH,
    );
  }, [editor, onCut]);
  return null;
}
