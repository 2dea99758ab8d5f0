import type { ReactNode } from "react";

/**
 * What an action of a record's head is called. Where there is no room for the words of all, their icons stand for them:
 * of few later than of many.
 */
export function ActionLabel({ children }: { children: ReactNode }) {
  return (
    <span
      data-label
      className="@max-[720px]/head:sr-only @max-[1160px]/head:group-has-[>:nth-child(6)]/actions:sr-only"
    >
      {children}
    </span>
  );
}

/** The row of actions, in which what has no words is a square. */
export const actionsClass =
  "group/actions -ml-2 flex flex-wrap items-center gap-1.5 " +
  "@max-[720px]/head:[&_:is(a,button)]:w-8 @max-[720px]/head:[&_:is(a,button)]:px-0 " +
  "@max-[1160px]/head:has-[>:nth-child(6)]:[&_:is(a,button)]:w-8 @max-[1160px]/head:has-[>:nth-child(6)]:[&_:is(a,button)]:px-0";
