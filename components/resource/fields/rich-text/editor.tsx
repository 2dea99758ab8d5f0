"use client";
import { LexicalComposer } from "@lexical/react/LexicalComposer";
import { ContentEditable } from "@lexical/react/LexicalContentEditable";
import { LexicalErrorBoundary } from "@lexical/react/LexicalErrorBoundary";
import { HistoryPlugin } from "@lexical/react/LexicalHistoryPlugin";
import { LinkPlugin } from "@lexical/react/LexicalLinkPlugin";
import { ListPlugin } from "@lexical/react/LexicalListPlugin";
import { RichTextPlugin } from "@lexical/react/LexicalRichTextPlugin";
import { TablePlugin } from "@lexical/react/LexicalTablePlugin";
import { useTranslations } from "next-intl";
import { type Ref, useCallback, useState } from "react";
import { cn } from "@/components/ui/cn";
import { useFieldControl } from "@/components/ui/field";
import { isAllowedLink } from "@/lib/html/allowed";
import type { ControlProps } from "../control";
import { prose } from "../prose";
import { AllowedLinksPlugin } from "./allowed-links-plugin";
import { exportMap } from "./html";
import { richTextNodes } from "./nodes";
import { PastePlugin } from "./paste-plugin";
import { RichTextToolbar } from "./toolbar";
import { ValuePlugin } from "./value-plugin";

export interface RichTextEditorProps extends ControlProps<string> {
  /** Names the text. */
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

/** Rich text as sanitised HTML (FM-07); loaded when it is first shown. */
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
