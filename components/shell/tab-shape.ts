import { cn } from "@/components/ui/cn";

/** The look of a tab in the strip. */
export function tabShape(active: boolean): string {
  return cn(
    "relative flex min-w-0 scroll-mx-8 select-none items-center border-border border-r text-left text-sm outline-offset-[-3px] [-webkit-touch-callout:none]",
    active ? "bg-surface font-medium text-text" : "bg-background text-muted hover:bg-hover hover:text-text",
  );
}
