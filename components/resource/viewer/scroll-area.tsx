"use client";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { usePortalContainer } from "@/components/ui/portal";
import { useViewerKeys } from "./use-viewer-keys";

interface ScrollAreaProps {
  label: string;
  className?: string;
  /** What scrolls, for whoever has to know. */
  ref?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** What is longer than the screen: it has the focus at first, so that the keys that scroll do so at once. */
export function ScrollArea({ label, className, ref, children }: ScrollAreaProps) {
  const own = useRef<HTMLElement>(null);
  const area = ref ?? own;
  const panel = usePortalContainer();
  useEffect(() => {
    // Whoever steps through files by a button goes on doing so.
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
