"use client";
import * as Radix from "@radix-ui/react-dialog";
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { cn } from "./cn";
import { IconButton } from "./icon-button";
import { ModalOverlay } from "./modal-overlay";
import { PortalContainer, usePortalElement } from "./portal";

interface ViewerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Name of the content, such as a file name; announced on change. */
  title: string;
  /** Index and total number; omit to hide navigation. */
  at?: { index: number; count: number };
  /** Navigates to another item. */
  onMove?: (index: number) => void;
  /** Buttons next to the title, such as for downloading. */
  toolbar?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Full-screen frame for one of several items: title bar, previous and next, arrow keys, Escape (AT-01). */
export default function Viewer({
  open,
  onOpenChange,
  title,
  at,
  onMove,
  toolbar,
  className,
  children,
}: ViewerProps) {
  const t = useTranslations("common.viewer");
  const [panel, setPanel] = usePortalElement();
  const opener = useRef<Element>(null);
  const { index = 0, count = 1 } = at ?? {};
  const isThere = (wanted: number) => wanted >= 0 && wanted < count && wanted !== index;
  const move = (wanted: number) => {
    if (isThere(wanted)) onMove?.(wanted);
  };

  const steer = (event: KeyboardEvent) => {
    // Players, inputs and menu buttons handle these keys themselves.
    if (
      event.defaultPrevented ||
      (event.target as Element).closest("input, textarea, select, video, audio, [role=menu], [role=tablist]")
    )
      return;
    const wanted = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }[event.key];
    if (wanted === undefined || count < 2) return;
    event.preventDefault();
    move(wanted);
  };

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <ModalOverlay />
        <Radix.Content
          ref={setPanel}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
          }}
          onEscapeKeyDown={(event) => {
            // A part that closes on Escape, such as a search, takes precedence.
            if (event.target instanceof Element && event.target.closest("[data-own-escape]"))
              event.preventDefault();
          }}
          onKeyDown={steer}
          className="fixed inset-0 z-40 flex animate-fade flex-col bg-background text-text outline-none"
        >
          <PortalContainer element={panel}>
            <TitleBar title={title} at={at} onClose={() => onOpenChange(false)}>
              {toolbar}
            </TitleBar>
            <div className="relative flex min-h-0 flex-1">
              {at && (
                <Side
                  side="left"
                  label={t("previous")}
                  disabled={!isThere(index - 1)}
                  onClick={() => move(index - 1)}
                />
              )}
              <div className={cn("min-h-0 min-w-0 flex-1 overflow-auto", className)}>{children}</div>
              {at && (
                <Side
                  side="right"
                  label={t("next")}
                  disabled={!isThere(index + 1)}
                  onClick={() => move(index + 1)}
                />
              )}
            </div>
          </PortalContainer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface TitleBarProps extends Pick<ViewerProps, "title" | "at" | "children"> {
  onClose: () => void;
}

function TitleBar({ title, at, onClose, children }: TitleBarProps) {
  const t = useTranslations("common.viewer");
  const close = useTranslations("common")("close");
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b bg-surface px-3">
      <Radix.Title className="min-w-0 flex-1 truncate font-semibold text-base">{title}</Radix.Title>
      {at && (
        <span role="status" className="whitespace-nowrap text-muted text-sm tabular-nums">
          <span className="sr-only">{title}, </span>
          {t("position", { index: at.index + 1, count: at.count })}
        </span>
      )}
      {children}
      <IconButton label={close} onClick={onClose}>
        <X />
      </IconButton>
    </header>
  );
}

interface SideProps {
  side: "left" | "right";
  label: string;
  disabled: boolean;
  onClick: () => void;
}

/** At an end the button stays focusable, so that arrow keys keep working. */
function Side({ side, label, disabled, onClick }: SideProps) {
  return (
    <IconButton
      size="lg"
      variant="secondary"
      label={label}
      side={side === "left" ? "right" : "left"}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      className={cn(
        "absolute top-1/2 z-10 -translate-y-1/2 rounded-full shadow-float",
        side === "left" ? "left-3" : "right-3",
      )}
    >
      {side === "left" ? <ChevronLeft /> : <ChevronRight />}
    </IconButton>
  );
}
