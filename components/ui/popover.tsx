"use client";
import * as Radix from "@radix-ui/react-popover";
import { isValidElement, type ReactNode, type RefObject } from "react";
import { cn } from "./cn";
import { takePendingFocus } from "./focus-later";
import { usePortalContainer } from "./portal";

interface PopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Element to which the panel is attached; contains the trigger, if any. */
  anchor: ReactNode;
  /** "stay" leaves focus, keys and closing to the control in the anchor, like comboboxes. */
  focus?: "panel" | "stay";
  /** Focus target when the panel closes and nothing else is focused. */
  returnFocus?: RefObject<HTMLElement | null> | (() => void);
  /** Accessible name of the panel; without it the panel is presentational, and its content has its own role. */
  label?: string;
  align?: "start" | "center" | "end";
  /** As wide as the anchor. */
  fit?: boolean;
  className?: string;
  children: ReactNode;
}

/** Floating panel at a control, also inside dialogs. */
export function Popover(props: PopoverProps) {
  const { open, onOpenChange, anchor, focus = "panel", returnFocus, label, align = "start", fit } = props;
  // A trigger is an anchor itself; wrapping it would make Radix remount it, which loses focus and clicks.
  const isTrigger = isValidElement(anchor) && anchor.type === Radix.Trigger;
  const stay = focus === "stay" ? (event: Event) => event.preventDefault() : undefined;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {isTrigger ? anchor : <Radix.Anchor asChild>{anchor}</Radix.Anchor>}
      <Radix.Portal container={usePortalContainer()}>
        <Radix.Content
          data-popover=""
          {...(label ? { "aria-label": label } : { role: "presentation" })}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={stay}
          onEscapeKeyDown={stay}
          onInteractOutside={stay}
          // A press inside must not move the focus from the control.
          onMouseDown={stay && ((event) => event.preventDefault())}
          onCloseAutoFocus={(event) => {
            // A panel that closes late must not move the focus.
            const movedOn = document.activeElement !== document.body;
            const wanted = stay ? undefined : takePendingFocus();
            if (!returnFocus && !stay && !movedOn && !wanted) return;
            event.preventDefault();
            if (movedOn) return;
            if (wanted) wanted.focus({ preventScroll: true });
            else if (typeof returnFocus === "function") returnFocus();
            else returnFocus?.current?.focus();
          }}
          className={cn(
            "z-50 max-h-(--radix-popover-content-available-height) max-w-(--radix-popover-content-available-width)",
            "animate-appear overflow-y-auto",
            "rounded-lg border border-border bg-raised text-text shadow-float outline-none",
            fit && "w-(--radix-popover-trigger-width)",
            props.className,
          )}
        >
          {props.children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const PopoverTrigger = Radix.Trigger;
