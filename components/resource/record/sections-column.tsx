import type { ReactNode } from "react";

interface SectionsColumnProps {
  children: ReactNode;
  /** Sections beside the others where there is space for two columns, otherwise below. */
  aside?: ReactNode;
}

/** Tab of a detail view: one column of sections, at most 960 px wide. */
export function SectionsColumn({ children, aside }: SectionsColumnProps) {
  const column = <div className="flex max-w-[960px] flex-col gap-4 p-4 sm:px-6">{children}</div>;
  if (!aside) return column;
  return (
    <div className="@container">
      <div className="grid gap-4 p-4 sm:px-6 @min-[840px]:grid-cols-[minmax(0,960px)_minmax(280px,400px)]">
        <div className="flex min-w-0 flex-col gap-4">{children}</div>
        <div className="flex min-w-0 flex-col gap-4">{aside}</div>
      </div>
    </div>
  );
}
