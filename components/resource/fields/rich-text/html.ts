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
import { sanitise } from "../../values/sanitise";

/** Node types of a text: one for each tool. */
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

/** Exports plain tags: the editor's default adds styles and duplicates bold. */
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

/** Returns the editor's content as sanitised HTML; empty without content. */
export function editorHtml(editor: LexicalEditor): string {
  return editor.read(() => {
    const root = $getRoot();
    const isEmpty = root.getTextContent().trim() === "" && !root.getChildren().some($isTableNode);
    return isEmpty ? "" : sanitise($generateHtmlFromNodes(editor));
  });
}

/** Replaces the editor's content with HTML from any source. */
export function $setEditorHtml(editor: LexicalEditor, html: string): void {
  const root = $getRoot().clear();
  for (const node of $nodesOf(editor, html)) {
    // The root accepts only blocks.
    if ($isElementNode(node) || $isDecoratorNode(node)) root.append(node);
    else root.append($createParagraphNode().append(node));
  }
  if (root.isEmpty()) root.append($createParagraphNode());
}

/** Converts HTML from any source to nodes, sanitised. */
export function $nodesOf(editor: LexicalEditor, html: string): LexicalNode[] {
  const safe = sanitise(html);
  return safe === "" ? [] : $generateNodesFromDOM(editor, new DOMParser().parseFromString(safe, "text/html"));
}
