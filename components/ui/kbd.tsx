import type { ReactNode } from "react";
import { cn } from "./cn";

const look = "rounded-sm border border-border bg-background px-1 font-sans text-muted text-xs";

export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={look}>{children}</kbd>;
}

/** Keys beside the name of a menu item or option, of which they are no part: neither spoken, nor found by text. */
export function KeyHint({ keys, className }: { keys: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-keys={keys}
      className={cn(look, "shrink-0 after:content-[attr(data-keys)]", className)}
    />
  );
}
