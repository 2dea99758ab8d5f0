"use client";
import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { tinykeys } from "tinykeys";
import { IconButton } from "@/components/ui/icon-button";
import { useTabState } from "@/lib/client/tabs/context";
import { behindDialog } from "./tab-keys";
import { usePart } from "./use-part";

const loadList = () => import("./tab-list").then((module) => module.TabList);

/** Opens the list of all tabs, which finds those that have no room in the strip. */
export function TabListButton() {
  const t = useTranslations("shell.tabs.search");
  const count = useTabState((state) => state.tabs.length);
  const [open, setOpen] = useState(false);
  const [TabList, want] = usePart(loadList);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);

  useEffect(
    () =>
      tinykeys(window, {
        "Alt+Shift+KeyA": (event) => {
          if (behindDialog()) return;
          event.preventDefault();
          want();
          setOpen((before) => !before);
        },
      }),
    [want],
  );

  const label = t("open", { count });
  return (
    <div className="relative flex w-9 shrink-0 items-center justify-center border-border border-l">
      <IconButton
        ref={button}
        label={label}
        tooltip={`${label} (${t("key")})`}
        size="sm"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={want}
        onFocus={want}
        // The press outside of the open list has closed it before the click comes.
        onPointerDown={() => {
          wasOpen.current = open;
        }}
        onClick={({ detail }) => {
          want();
          setOpen(detail > 0 ? !wasOpen.current : !open);
        }}
      >
        <ChevronDown />
      </IconButton>
      {open && TabList && <TabList onClose={() => setOpen(false)} button={button} />}
    </div>
  );
}
