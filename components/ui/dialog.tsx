"use client";
import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { isComposing } from "@/lib/client/composition";
import { cn } from "./cn";
import { takePendingFocus } from "./focus-later";
import { IconButton } from "./icon-button";
import { ModalOverlay } from "./modal-overlay";
import { PortalContainer, usePortalElement } from "./portal";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  size?: "sm" | "md" | "lg" | "xl";
  /** Focus target after closing if the opener was removed. */
  focusAfterwards?: () => HTMLElement | null;
  /** Disables the close button, Escape and outside clicks during an operation. */
  locked?: boolean;
  /** Renders only the content; the title is visually hidden, and Escape or an outside click closes it. */
  bare?: boolean;
  className?: string;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  children?: ReactNode;
}

const widths = { sm: "max-w-sm", md: "max-w-lg", lg: "max-w-3xl", xl: "max-w-5xl" };

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  footer,
  size = "md",
  focusAfterwards,
  locked = false,
  bare = false,
  className,
  onKeyDown,
  children,
}: DialogProps) {
  const t = useTranslations("common");
  const [panel, setPanel] = usePortalElement();
  const opener = useRef<Element>(null);
  const stay = locked ? (event: Event) => event.preventDefault() : undefined;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <ModalOverlay />
        <Radix.Content
          ref={setPanel}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            focusFirst(event);
          }}
          // Radix returns the focus to its own trigger only, and these dialogs have none.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const asked = takePendingFocus();
            // Keeps a focus set after the dialog was removed.
            const taken = document.activeElement !== document.body;
            if (asked) asked.focus();
            // If nothing was focused on opening, the focused element had been removed.
            const isThere = opener.current?.isConnected && opener.current !== document.body;
            const from = isThere ? opener.current : focusAfterwards?.();
            if (!asked && !taken && from instanceof HTMLElement) from.focus({ preventScroll: true });
          }}
          {...(description ? {} : { "aria-describedby": undefined })}
          // Escape that ends an IME composition does not close the dialog.
          onEscapeKeyDown={(event) =>
            (locked || isComposing(event) || hasOwnEscape(event.target)) && event.preventDefault()
          }
          onPointerDownOutside={stay}
          onKeyDown={onKeyDown}
          className={cn(
            "fixed inset-x-3 top-[min(12vh,96px)] z-40 mx-auto flex max-h-[calc(100dvh-min(12vh,96px)-12px)] animate-appear flex-col",
            "rounded-lg border border-border bg-raised text-text shadow-float outline-none",
            // At 400 % zoom header and footer leave no room, so everything scrolls.
            !bare && "[@media(max-height:340px)]:overflow-y-auto",
            widths[size],
            className,
          )}
        >
          <PortalContainer element={panel}>
            <header className={cn("flex shrink-0 items-start gap-2 px-5 pt-4 pb-2", bare && "sr-only")}>
              <div className="min-w-0 flex-1">
                <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
                {description && (
                  <Radix.Description className="mt-1 text-muted text-sm">{description}</Radix.Description>
                )}
              </div>
              {!locked && !bare && (
                <IconButton label={t("close")} className="-mr-2" onClick={() => onOpenChange(false)}>
                  <X />
                </IconButton>
              )}
            </header>
            {children && (
              <div
                className={
                  bare
                    ? "contents"
                    : "min-h-0 flex-1 overflow-y-auto px-5 py-2 [@media(max-height:340px)]:flex-none [@media(max-height:340px)]:overflow-visible"
                }
              >
                {children}
              </div>
            )}
            {footer && (
              <footer className="flex shrink-0 flex-wrap justify-end gap-2 px-5 pt-3 pb-4 max-sm:*:flex-auto">
                {footer}
              </footer>
            )}
          </PortalContainer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Whether a control in the dialog handles Escape, such as a picker with a recent choice. */
const hasOwnEscape = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[data-own-escape]") !== null;

/** Focuses the first field, else the first footer button: never the close button, as its tooltip would open and catch Escape. */
function focusFirst(event: Event): void {
  const panel = event.currentTarget;
  if (!(panel instanceof HTMLElement)) return;
  event.preventDefault();
  const first =
    panel.querySelector<HTMLElement>("[data-autofocus]") ??
    panel.querySelector<HTMLElement>(
      ":is(input, select, textarea):not(:disabled, [hidden], [type=hidden])",
    ) ??
    panel.querySelector<HTMLElement>("footer button:not(:disabled)") ??
    panel;
  first.focus();
}
