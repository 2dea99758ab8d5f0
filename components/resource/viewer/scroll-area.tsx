"use client";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { usePortalContainer } from "@/components/ui/portal";
import { useViewerKeys } from "./use-viewer-keys";

interface ScrollAreaProps {
  label: string;
  className?: string;
  /** Ref to the scroll container. */
  ref?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** Scrollable content, initially focused so that keys scroll immediately. */
export function ScrollArea({ label, className, ref, children }: ScrollAreaProps) {
  const own = useRef<HTMLElement>(null);
  const area = ref ?? own;
  const panel = usePortalContainer();
  useEffect(() => {
    // Users who step through files by button keep the focus there.
    if (document.activeElement === panel) area.current?.focus({ preventScroll: true });
  }, [panel, area]);
  const scrollTo = (top: number) => () => area.current?.scrollTo({ top });
  useViewerKeys({
    Home: scrollTo(0),
    End: scrollTo(Number.MAX_SAFE_INTEGER),
  });
  return (
    <section
      ref={area}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className={cn("relative min-h-0 flex-1 overflow-auto outline-offset-[-2px]", className)}
    >
      {children}
    </section>
  );
}
