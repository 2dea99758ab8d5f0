"use client";

import {
  INSERT_ORDERED_LIST_COMMAND,
  INSERT_UNORDERED_LIST_COMMAND,
  REMOVE_LIST_COMMAND,
} from "@lexical/list";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { $createHeadingNode, $createQuoteNode } from "@lexical/rich-text";
import { $setBlocksType } from "@lexical/selection";
import * as Toolbar from "@radix-ui/react-toolbar";
import {
  $createParagraphNode,
  $getSelection,
  $isRangeSelection,
  type ElementNode,
  FORMAT_TEXT_COMMAND,
  INDENT_CONTENT_COMMAND,
  OUTDENT_CONTENT_COMMAND,
  REDO_COMMAND,
  UNDO_COMMAND,
} from "lexical";
import {
  Bold,
  ChevronDown,
  IndentDecrease,
  IndentIncrease,
  Italic,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Undo2,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { Menu, MenuRadioGroup } from "@/components/ui/menu";
import { maximalIndent } from "@/lib/html/allowed";
import { LinkTool } from "./link-tool";
import { InsertTableTool, TableTools } from "./table-tools";
import { Tool } from "./tool";
import { type BlockStyle, useToolbarState } from "./toolbar-state";
import { useFocusBack } from "./use-focus-back";

/** Toolbar of the rich text editor (FM-07). */
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

const styles = { paragraph: "paragraph", h1: "heading1", h2: "heading2", h3: "heading3" } as const;

function useBlocks() {
  const [editor] = useLexicalComposerContext();
  return (create: () => ElementNode) => {
    editor.update(() => {
      const selection = $getSelection();
      if ($isRangeSelection(selection)) $setBlocksType(selection, create);
    });
  };
}

/** Plain text or one of three headings. */
function StyleTool({ style }: { style: BlockStyle }) {
  const t = useTranslations("fields.richText");
  const setBlocks = useBlocks();
  const focus = useFocusBack();
  return (
    <Menu
      onCloseAutoFocus={(event) => focus.toText() && event.preventDefault()}
      trigger={
        <Tool label={`${t("style")}: ${t(styles[style])}`} className="min-w-28 justify-between">
          {t(styles[style])}
          <ChevronDown aria-hidden="true" className="text-muted" />
        </Tool>
      }
    >
      <MenuRadioGroup
        label={t("style")}
        value={style}
        onValueChange={(next) => {
          focus.worked();
          setBlocks(() =>
            next === "h1" || next === "h2" || next === "h3"
              ? $createHeadingNode(next)
              : $createParagraphNode(),
          );
        }}
        options={(Object.keys(styles) as BlockStyle[]).map((value) => ({ value, label: t(styles[value]) }))}
      />
    </Menu>
  );
}

function QuoteTool({ pressed }: { pressed: boolean }) {
  const t = useTranslations("fields.richText");
  const setBlocks = useBlocks();
  return (
    <Tool
      label={t("quote")}
      pressed={pressed}
      onClick={() => setBlocks(() => (pressed ? $createParagraphNode() : $createQuoteNode()))}
    >
      <Quote />
    </Tool>
  );
}
