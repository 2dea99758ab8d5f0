import { $generateHtmlFromNodes, $generateNodesFromDOM } from "@lexical/html";
import { LinkNode } from "@lexical/link";
import { ListItemNode, ListNode } from "@lexical/list";
import { HeadingNode, QuoteNode } from "@lexical/rich-text";
import { $isTableNode, TableCellNode, TableNode, TableRowNode } from "@lexical/table";
import {
  $createParagraphNode,
  $getRoot,
  $isDecoratorNode,
  $isElementNode,
  $isTextNode,
  type DOMExportOutputMap,
  type LexicalEditor,
  type LexicalNode,
  type TextFormatType,
  TextNode,
} from "lexical";
import { sanitise } from "../sanitise";

/** What a text can be made of: one kind of node for each tool. */
export const richTextNodes = [
  HeadingNode,
  QuoteNode,
  ListNode,
  ListItemNode,
  LinkNode,
  TableNode,
  TableRowNode,
  TableCellNode,
];

const formats: readonly (readonly [TextFormatType, string])[] = [
  ["code", "code"],
  ["strikethrough", "s"],
  ["underline", "u"],
  ["italic", "em"],
  ["bold", "strong"],
];

/** Text with plain tags: the editor's own export adds styles and says bold twice. */
export const exportMap: DOMExportOutputMap = new Map([
  [
    TextNode,
    (_: LexicalEditor, node: LexicalNode) => {
      if (!$isTextNode(node)) return { element: null };
      let element: Node = document.createTextNode(node.getTextContent());
      for (const [format, tag] of formats) {
        if (!node.hasFormat(format)) continue;
        const around = document.createElement(tag);
        around.append(element);
        element = around;
      }
      return { element: element as HTMLElement | Text };
    },
  ],
]);

/** What the editor holds, as sanitised HTML; empty when nothing was written. */
export function editorHtml(editor: LexicalEditor): string {
  return editor.read(() => {
    const root = $getRoot();
    const isEmpty = root.getTextContent().trim() === "" && !root.getChildren().some($isTableNode);
    return isEmpty ? "" : sanitise($generateHtmlFromNodes(editor));
  });
}

/** Replaces what the editor holds; the HTML may come from anywhere. */
export function $setEditorHtml(editor: LexicalEditor, html: string): void {
  const root = $getRoot().clear();
  for (const node of $nodesOf(editor, html)) {
    // Only blocks may stand in the root.
    if ($isElementNode(node) || $isDecoratorNode(node)) root.append(node);
    else root.append($createParagraphNode().append(node));
  }
  if (root.isEmpty()) root.append($createParagraphNode());
}

/** HTML from anywhere as nodes, sanitised. */
export function $nodesOf(editor: LexicalEditor, html: string): LexicalNode[] {
  const safe = sanitise(html);
  return safe === "" ? [] : $generateNodesFromDOM(editor, new DOMParser().parseFromString(safe, "text/html"));
}
