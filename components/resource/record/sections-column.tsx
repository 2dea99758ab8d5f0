import type { ReactNode } from "react";

/** Tab of a detail view: one column of sections, at most 960 px wide. */
export function SectionsColumn({ children }: { children: ReactNode }) {
  return <div className="flex max-w-[960px] flex-col gap-4 p-4 sm:px-6">{children}</div>;
}
