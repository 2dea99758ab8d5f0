"use client";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { mergeRegister } from "@lexical/utils";
import { BLUR_COMMAND, COMMAND_PRIORITY_CRITICAL, HISTORY_MERGE_TAG, KEY_DOWN_COMMAND } from "lexical";
import { useEffect, useRef } from "react";
import { $setEditorHtml, editorHtml } from "./html";

interface ValuePluginProps {
  value: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
}

/** Milliseconds after the last change; writing out a long text takes too long to be done with every key. */
const settleAfter = 200;

/**
 * Keeps the form's value and the editor alike. The value is also brought up to date before the focus leaves and before
 * Ctrl/Cmd+Enter, so that what is saved is what is seen.
 */
export function ValuePlugin({ value, onChange, onBlur }: ValuePluginProps) {
  const [editor] = useLexicalComposerContext();
  const known = useRef<string>(undefined);
  const latest = useRef({ onChange, onBlur });
  latest.current = { onChange, onBlur };

  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    editor.update(() => $setEditorHtml(editor, value), { tag: HISTORY_MERGE_TAG });
  }, [editor, value]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hand = () => {
      clearTimeout(timer);
      timer = undefined;
      const html = editorHtml(editor);
      if (html === known.current) return;
      known.current = html;
      latest.current.onChange(html);
    };
    const stop = mergeRegister(
      editor.registerUpdateListener(({ dirtyElements, dirtyLeaves, tags }) => {
        if ((dirtyElements.size === 0 && dirtyLeaves.size === 0) || tags.has(HISTORY_MERGE_TAG)) return;
        clearTimeout(timer);
        timer = setTimeout(hand, settleAfter);
      }),
      editor.registerCommand(
        BLUR_COMMAND,
        () => {
          if (timer) hand();
          latest.current.onBlur?.();
          return false;
        },
        COMMAND_PRIORITY_CRITICAL,
      ),
      editor.registerCommand(
        KEY_DOWN_COMMAND,
        ({ key, ctrlKey, metaKey }) => {
          if (timer && key === "Enter" && (ctrlKey || metaKey)) hand();
          return false;
        },
        COMMAND_PRIORITY_CRITICAL,
      ),
    );
    return () => {
      if (timer) hand();
      stop();
    };
  }, [editor]);
  return null;
}
