"use client";
import { LinkNode } from "@lexical/link";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { useEffect } from "react";
import { isAllowedLink } from "@/lib/html/allowed";

/** Leaves of a link that may lead nowhere its text, so that what is seen is what will be stored (FM-07). */
export function AllowedLinksPlugin() {
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
