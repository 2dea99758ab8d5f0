import type { ReactNode } from "react";

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-sm border border-border bg-background px-1 font-sans text-muted text-xs">
      {children}
    </kbd>
  );
}
