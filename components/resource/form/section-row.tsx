import type { ReactNode } from "react";

interface RowProps {
  title: string;
  state: ReactNode;
  /** Buttons. */
  children?: ReactNode;
}

/** Row of a second factor or its recovery codes. */
export function Row({ title, state, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className="min-w-48 flex-1">
        <p className="break-words font-medium">{title}</p>
        <div className="break-words text-muted text-xs">{state}</div>
      </div>
      {children}
    </li>
  );
}
