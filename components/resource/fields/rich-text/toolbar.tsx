"use client";
import {
  INSERT_ORDERED_LIST_COMMAND,
  INSERT_UNORDERED_LIST_COMMAND,
  REMOVE_LIST_COMMAND,
} from "@lexical/list";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import {
  FORMAT_TEXT_COMMAND,
  INDENT_CONTENT_COMMAND,
  OUTDENT_CONTENT_COMMAND,
  REDO_COMMAND,
  UNDO_COMMAND,
} from "lexical";
import { Bold, IndentDecrease, IndentIncrease, Italic, List, ListOrdered, Redo2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Toolbar } from "radix-ui";
import { maximalIndent } from "@/lib/html/allowed";
import { LinkTool } from "./link-tool";
import { QuoteTool, StyleTool } from "./style-tool";
import { InsertTableTool, TableTools } from "./table-tools";
import { Tool } from "./tool";
import { useToolbarState } from "./toolbar-state";

/** The tools of the rich text editor (FM-07). */
export function RichTextToolbar() {
  const t = useTranslations("fields.richText");
  const [editor] = useLexicalComposerContext();
  const state = useToolbarState();
  const list = (type: "bullet" | "number") => () => {
    if (state.list === type) editor.dispatchCommand(REMOVE_LIST_COMMAND, undefined);
    else if (type === "bullet") editor.dispatchCommand(INSERT_UNORDERED_LIST_COMMAND, undefined);
    else editor.dispatchCommand(INSERT_ORDERED_LIST_COMMAND, undefined);
  };

  return (
    <Toolbar.Root
      aria-label={t("toolbar")}
      className="flex flex-wrap items-center gap-0.5 rounded-t border-b bg-background p-1"
    >
      <Tool
        label={t("undo")}
        disabled={!state.canUndo}
        onClick={() => editor.dispatchCommand(UNDO_COMMAND, undefined)}
      >
        <Undo2 />
      </Tool>
      <Tool
        label={t("redo")}
        disabled={!state.canRedo}
        onClick={() => editor.dispatchCommand(REDO_COMMAND, undefined)}
      >
        <Redo2 />
      </Tool>
      <Divider />
      <StyleTool style={state.style} />
      <Divider />
      <Tool
        label={t("bold")}
        pressed={state.bold}
        onClick={() => editor.dispatchCommand(FORMAT_TEXT_COMMAND, "bold")}
      >
        <Bold />
      </Tool>
      <Tool
        label={t("italic")}
        pressed={state.italic}
        onClick={() => editor.dispatchCommand(FORMAT_TEXT_COMMAND, "italic")}
      >
        <Italic />
      </Tool>
      <LinkTool link={state.link} />
      <Divider />
      <Tool label={t("bulletList")} pressed={state.list === "bullet"} onClick={list("bullet")}>
        <List />
      </Tool>
      <Tool label={t("numberedList")} pressed={state.list === "number"} onClick={list("number")}>
        <ListOrdered />
      </Tool>
      <Tool
        label={t("outdent")}
        disabled={state.indent === 0}
        onClick={() => editor.dispatchCommand(OUTDENT_CONTENT_COMMAND, undefined)}
      >
        <IndentDecrease />
      </Tool>
      <Tool
        label={t("indent")}
        disabled={state.indent >= maximalIndent}
        onClick={() => editor.dispatchCommand(INDENT_CONTENT_COMMAND, undefined)}
      >
        <IndentIncrease />
      </Tool>
      <QuoteTool pressed={state.quote} />
      <InsertTableTool disabled={state.inTable} />
      {state.inTable && <TableTools />}
    </Toolbar.Root>
  );
}

function Divider() {
  return <Toolbar.Separator className="drawn mx-1 h-5 w-px bg-border" />;
}
