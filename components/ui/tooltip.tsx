"use client";
import * as Radix from "@radix-ui/react-tooltip";
import { type FocusEvent, type ReactNode, useRef, useState } from "react";
import { usePortalContainer } from "./portal";

/** Once around the whole page: tooltips share their opening delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={400} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  );
}

interface TooltipProps {
  content: ReactNode;
  /** One element that takes a ref. */
  children: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  open?: boolean;
}

export function Tooltip({ content, children, side = "bottom", open }: TooltipProps) {
  const [shown, setShown] = useState(false);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A tooltip that went while the Tab key moves the focus on would be removed when nothing has the focus, and a modal
  // dialog would then take it back to its beginning: nobody could tab past a button with a tooltip.
  const change = (next: boolean) => {
    clearTimeout(closing.current);
    if (next) setShown(true);
    else closing.current = setTimeout(() => setShown(false));
  };
  return (
    <Radix.Root open={open ?? shown} onOpenChange={change} disableHoverableContent>
      <Radix.Trigger asChild onFocus={unlessSeen}>
        {children}
      </Radix.Trigger>
      <Radix.Portal container={usePortalContainer()}>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-80 animate-fade break-words rounded border border-border bg-raised px-2 py-1 text-text text-xs shadow-float"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Focus that comes back from a menu closed with the mouse needs no explanation; the keyboard's does. */
function unlessSeen(event: FocusEvent<HTMLElement>): void {
  if (!event.currentTarget.matches(":focus-visible")) event.preventDefault();
}
