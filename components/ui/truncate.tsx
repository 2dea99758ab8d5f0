import type { ReactNode } from "react";
import { cn } from "./cn";

/** One line of text; the page's {@link Tooltips} show truncated text (SH-08). */
export function Truncate({ className, children }: { className?: string; children: ReactNode }) {
  return <span className={cn("block truncate", className)}>{children}</span>;
}
