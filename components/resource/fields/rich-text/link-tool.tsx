"use client";
import { $createLinkNode, TOGGLE_LINK_COMMAND } from "@lexical/link";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import {
  $createTextNode,
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_NORMAL,
  KEY_DOWN_COMMAND,
} from "lexical";
import { Link } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Popover, PopoverTrigger } from "@/components/ui/popover";
import { completeLink } from "@/lib/html/allowed";
import { Tool } from "./tool";
import { useFocusBack } from "./use-focus-back";

/** Links the selection or inserts a link, also by Ctrl/Cmd+K; within a link it shows the target. */
export function LinkTool({ link }: { link: string | undefined }) {
  const t = useTranslations("fields.richText");
  const [editor] = useLexicalComposerContext();
  const [open, setOpen] = useState(false);
  useEffect(
    () =>
      editor.registerCommand(
        KEY_DOWN_COMMAND,
        (event) => {
          const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
          if (key.toLowerCase() !== "k" || ctrlKey === metaKey || shiftKey || altKey) return false;
          event.preventDefault();
          // The text's shortcut takes precedence over global ones.
          event.stopPropagation();
          setOpen(true);
          return true;
        },
        COMMAND_PRIORITY_NORMAL,
      ),
    [editor],
  );
  const button = useRef<HTMLButtonElement>(null);
  const focus = useFocusBack();
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t("link")}
      returnFocus={() => focus.toText() || button.current?.focus()}
      className="w-80 p-3"
      anchor={
        <span className="inline-flex">
          <PopoverTrigger asChild>
            <Tool
              ref={button}
              label={t("link")}
              pressed={link !== undefined}
              aria-keyshortcuts="Control+K Meta+K"
            >
              <Link />
            </Tool>
          </PopoverTrigger>
        </span>
      }
    >
      <LinkForm
        link={link}
        onDone={() => {
          focus.worked();
          setOpen(false);
        }}
      />
    </Popover>
  );
}

function LinkForm({ link, onDone }: { link: string | undefined; onDone: () => void }) {
  const t = useTranslations("fields.richText");
  const [editor] = useLexicalComposerContext();
  const [address, setAddress] = useState(link ?? "https://");
  const [refused, setRefused] = useState(false);

  const set = (url: string | null) => {
    editor.update(() => {
      const selection = $getSelection();
      const isCaret = $isRangeSelection(selection) && selection.isCollapsed();
      // Without a selection, the address becomes the text.
      if (url && isCaret && link === undefined)
        selection.insertNodes([$createLinkNode(url).append($createTextNode(url))]);
      else editor.dispatchCommand(TOGGLE_LINK_COMMAND, url);
    });
    onDone();
  };
  const submit = () => {
    const url = completeLink(address);
    if (url) set(url);
    else setRefused(true);
  };
  // Not a form, which would submit the surrounding one.
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    submit();
  };

  return (
    <div className="flex flex-col gap-3">
      <Field label={t("linkAddress")} help={t("linkHint")} error={refused ? t("linkInvalid") : undefined}>
        <Input
          // Not type=url: the scheme may be omitted.
          inputMode="url"
          value={address}
          maxLength={2000}
          autoComplete="off"
          onChange={(event) => setAddress(event.target.value)}
          onKeyDown={press}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" onClick={submit}>
          {t("setLink")}
        </Button>
        {link !== undefined && (
          <Button size="sm" onClick={() => set(null)}>
            {t("removeLink")}
          </Button>
        )}
      </div>
    </div>
  );
}
