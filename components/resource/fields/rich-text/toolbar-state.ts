"use client";
import { $isLinkNode } from "@lexical/link";
import { $isListNode } from "@lexical/list";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { $isHeadingNode, $isQuoteNode } from "@lexical/rich-text";
import { $isTableNode } from "@lexical/table";
import { $findMatchingParent, mergeRegister } from "@lexical/utils";
import {
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  CAN_REDO_COMMAND,
  CAN_UNDO_COMMAND,
  COMMAND_PRIORITY_LOW,
  type LexicalNode,
} from "lexical";
import { useEffect, useState } from "react";

export type BlockStyle = "paragraph" | "h1" | "h2" | "h3";

/** State of the tools at the caret. */
export interface ToolbarState {
  style: BlockStyle;
  list: "bullet" | "number" | undefined;
  quote: boolean;
  bold: boolean;
  italic: boolean;
  /** Address of the link at the caret, if any. */
  link: string | undefined;
  inTable: boolean;
  /** Indentation level of the block. */
  indent: number;
}

const nothing: ToolbarState = {
  style: "paragraph",
  list: undefined,
  quote: false,
  bold: false,
  italic: false,
  link: undefined,
  inTable: false,
  indent: 0,
};

export function useToolbarState() {
  const [editor] = useLexicalComposerContext();
  const [state, setState] = useState(nothing);
  const [canUndo, setCanUndo] = useState(false);
  const [canRedo, setCanRedo] = useState(false);

  useEffect(
    () =>
      mergeRegister(
        editor.registerUpdateListener(({ editorState }) => {
          const next = editorState.read($readState, { editor });
          setState((before) => (next && !isSame(before, next) ? next : before));
        }),
        editor.registerCommand(CAN_UNDO_COMMAND, listen(setCanUndo), COMMAND_PRIORITY_LOW),
        editor.registerCommand(CAN_REDO_COMMAND, listen(setCanRedo), COMMAND_PRIORITY_LOW),
      ),
    [editor],
  );
  return { ...state, canUndo, canRedo };
}

/** Listens to a command without consuming it. */
function listen(set: (can: boolean) => void) {
  return (can: boolean): boolean => {
    set(can);
    return false;
  };
}

function isSame(one: ToolbarState, other: ToolbarState): boolean {
  return (Object.keys(one) as (keyof ToolbarState)[]).every((key) => one[key] === other[key]);
}

function $readState(): ToolbarState | undefined {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return undefined;
  const node = selection.anchor.getNode();
  const above = <T extends LexicalNode>(is: (candidate: LexicalNode | null | undefined) => candidate is T) =>
    $findMatchingParent(node, is);
  const heading = above($isHeadingNode);
  const tag = heading?.getTag();
  const listType = above($isListNode)?.getListType();
  const block = $findMatchingParent(node, (candidate) => $isElementNode(candidate) && !candidate.isInline());
  return {
    style: tag === "h1" || tag === "h2" || tag === "h3" ? tag : "paragraph",
    list: listType === "bullet" || listType === "number" ? listType : undefined,
    quote: above($isQuoteNode) !== null,
    bold: selection.hasFormat("bold"),
    italic: selection.hasFormat("italic"),
    link: above($isLinkNode)?.getURL(),
    inTable: above($isTableNode) !== null,
    indent: $isElementNode(block) ? block.getIndent() : 0,
  };
}
