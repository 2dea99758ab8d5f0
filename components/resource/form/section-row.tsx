import type { ReactNode } from "react";

interface SectionRowProps {
  title: ReactNode;
  state: ReactNode;
  /** Buttons. */
  children?: ReactNode;
}

/** Row of a list in a card, such as a session: title, state and actions. */
export function SectionRow({ title, state, children }: SectionRowProps) {
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
