"use client";

import { LinkNode } from "@lexical/link";
import { LexicalComposer } from "@lexical/react/LexicalComposer";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { ContentEditable } from "@lexical/react/LexicalContentEditable";
import { LexicalErrorBoundary } from "@lexical/react/LexicalErrorBoundary";
import { HistoryPlugin } from "@lexical/react/LexicalHistoryPlugin";
import { LinkPlugin } from "@lexical/react/LexicalLinkPlugin";
import { ListPlugin } from "@lexical/react/LexicalListPlugin";
import { RichTextPlugin } from "@lexical/react/LexicalRichTextPlugin";
import { TablePlugin } from "@lexical/react/LexicalTablePlugin";
import { mergeRegister } from "@lexical/utils";
import {
  $getSelection,
  $isRangeSelection,
  BLUR_COMMAND,
  COMMAND_PRIORITY_CRITICAL,
  COMMAND_PRIORITY_HIGH,
  HISTORY_MERGE_TAG,
  KEY_DOWN_COMMAND,
  PASTE_COMMAND,
  type PasteCommandType,
} from "lexical";
import { useTranslations } from "next-intl";
import { type Ref, useCallback, useEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { useFieldControl } from "@/components/ui/field";
import { isAllowedLink } from "@/lib/html/allowed";
import { prose } from "../../values/prose";
import type { ControlProps } from "../control";
import { $nodesOf, $setEditorHtml, editorHtml, exportMap, richTextNodes } from "./html";
import { hasWordLists, limitPaste, withRealLists } from "./paste";

import { RichTextToolbar } from "./toolbar";

export interface RichTextEditorProps extends ControlProps<string> {
  /** Accessible name of the text. */
  label: string;
}

const initialConfig = {
  namespace: "rich-text",
  nodes: richTextNodes,
  html: { export: exportMap },
  theme: {
    text: { bold: "font-semibold", italic: "italic", underline: "underline", strikethrough: "line-through" },
  },
  onError(error: Error) {
    throw error;
  },
};

const linkAttributes = { rel: "noopener noreferrer", target: "_blank" };

/** Rich text as sanitised HTML (FM-07); loaded on first use. */
export default function RichTextEditor({ value, onChange, onBlur, label, ref }: RichTextEditorProps) {
  const t = useTranslations("fields.richText");
  const { "aria-invalid": invalid, "aria-required": required, ...field } = useFieldControl();
  const [kept, setKept] = useState<number>();
  const cut = useCallback((length: number) => setKept(length), []);

  return (
    <LexicalComposer initialConfig={initialConfig}>
      <div
        className={cn(
          "rounded border border-control bg-surface focus-within:border-ring",
          "focus-within:outline-2 focus-within:outline-ring/35",
          invalid && "border-danger",
        )}
      >
        <RichTextToolbar />
        <RichTextPlugin
          contentEditable={
            <ContentEditable
              {...field}
              ref={ref as Ref<HTMLDivElement>}
              aria-label={label}
              aria-multiline
              aria-invalid={invalid}
              aria-required={required}
              className={cn(prose, "max-h-[60vh] min-h-32 overflow-y-auto px-3 py-2 outline-none")}
            />
          }
          ErrorBoundary={LexicalErrorBoundary}
        />
      </div>
      <p role="status" className={cn("text-muted text-xs", kept === undefined && "sr-only")}>
        {kept !== undefined && t("tooLong", { count: kept })}
      </p>
      <HistoryPlugin />
      <ListPlugin />
      <LinkPlugin validateUrl={isAllowedLink} attributes={linkAttributes} />
      <TablePlugin hasCellBackgroundColor={false} />
      <AllowedLinksPlugin />
      <PastePlugin onCut={cut} />
      <ValuePlugin value={value} onChange={onChange} onBlur={onBlur} />
    </LexicalComposer>
  );
}

/** Pastes large text as plain text, truncated to a size the editor can handle, and converts lists from Word (FM-07). */
function PastePlugin({ onCut }: { onCut: (kept: number) => void }) {
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

/** Replaces links with forbidden targets by their text, so that the editor shows what will be stored (FM-07). */
function AllowedLinksPlugin() {
  const [editor] = useLexicalComposerContext();
  useEffect(
    () =>
      editor.registerNodeTransform(LinkNode, (link) => {
        if (isAllowedLink(link.getURL())) return;
        for (const child of link.getChildren()) link.insertBefore(child);
        link.remove();
      }),
    [editor],
  );
  return null;
}

interface ValuePluginProps {
  value: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
}

/** Debounce in milliseconds; serialising a long text on every key is too slow. */
const debounce = 200;

/** Synchronises the form's value with the editor. Also before blur and Ctrl/Cmd+Enter, so that the visible text is saved. */
function ValuePlugin({ value, onChange, onBlur }: ValuePluginProps) {
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
        timer = setTimeout(hand, debounce);
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
