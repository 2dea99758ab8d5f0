"use client";
import { Tooltip as Radix } from "radix-ui";
import type { FocusEvent, ReactNode } from "react";
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
  return (
    <Radix.Root open={open} disableHoverableContent>
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
