import type { ReactNode } from "react";
import { cn } from "./cn";

/** One line of text; what is cut off is shown by the {@link Tooltips} of the page (SH-08). */
export function Truncate({ className, children }: { className?: string; children: ReactNode }) {
  return <span className={cn("block truncate", className)}>{children}</span>;
}
