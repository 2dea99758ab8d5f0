"use client";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { $createHeadingNode, $createQuoteNode } from "@lexical/rich-text";
import { $setBlocksType } from "@lexical/selection";
import { $createParagraphNode, $getSelection, $isRangeSelection, type ElementNode } from "lexical";
import { ChevronDown, Quote } from "lucide-react";
import { useTranslations } from "next-intl";
import { Menu, MenuRadioGroup } from "@/components/ui/menu";
import { Tool } from "./tool";
import type { BlockStyle } from "./toolbar-state";
import { useFocusBack } from "./use-focus-back";

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
export function StyleTool({ style }: { style: BlockStyle }) {
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

export function QuoteTool({ pressed }: { pressed: boolean }) {
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
