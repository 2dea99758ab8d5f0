import type { ReactNode } from "react";

/** Label of an action in a record's head. Where space is short only the icon is visible, sooner with more actions. */
export function ActionLabel({ children }: { children: ReactNode }) {
  return (
    <span
      data-label
      className="@max-[720px]/head:sr-only @max-[1160px]/head:group-has-[>:nth-child(7)]/actions:sr-only"
    >
      {children}
    </span>
  );
}

/** Row of actions; those without visible labels are square. */
export const actionsClass =
  "group/actions -ml-2 flex flex-wrap items-center gap-1.5 " +
  "@max-[720px]/head:[&_:is(a,button):not([data-worded])]:w-8 @max-[720px]/head:[&_:is(a,button):not([data-worded])]:px-0 " +
  "@max-[1160px]/head:has-[>:nth-child(7)]:[&_:is(a,button):not([data-worded])]:w-8 @max-[1160px]/head:has-[>:nth-child(7)]:[&_:is(a,button):not([data-worded])]:px-0";

/** Class of an action that is in the menu "More" instead where space is short. */
export const hiddenOnPhone = "@max-[720px]/head:hidden";
