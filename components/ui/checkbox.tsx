"use client";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { cn } from "./cn";
import { markHydrated } from "./early-input";
import { useFieldControl } from "./field";

interface CheckboxProps extends Omit<ComponentPropsWithRef<"input">, "type"> {
  /** Shown next to the box; without it use an aria-label or a Field. */
  label?: ReactNode;
  /** The box represents several items, some of which are selected. */
  indeterminate?: boolean;
}

/** The transparent border makes a target of 24 px (WCAG 2.5.8). */
const box = cn(
  "peer -m-1 size-6 shrink-0 cursor-pointer appearance-none rounded-lg border-4 border-transparent bg-surface bg-clip-padding",
  "shadow-[inset_0_0_0_1px_var(--control)] transition-colors focus-visible:-outline-offset-2",
  "checked:bg-primary checked:shadow-none indeterminate:bg-primary indeterminate:shadow-none",
  "aria-invalid:shadow-[inset_0_0_0_1px_var(--danger)] disabled:cursor-not-allowed disabled:opacity-50",
);

export function Checkbox({ label, indeterminate = false, className, ref, ...rest }: CheckboxProps) {
  const mark = (
    <span className={cn("relative inline-flex size-4 shrink-0", !label && className)}>
      <input
        {...useFieldControl()}
        type="checkbox"
        // Prevents form restoration by the browser, which would store the state of every box on each navigation.
        autoComplete="off"
        className={box}
        ref={(element) => {
          markHydrated(element);
          if (element) element.indeterminate = indeterminate;
          if (typeof ref === "function") return ref(element);
          if (ref) ref.current = element;
        }}
        {...rest}
      />
      <svg
        viewBox="0 0 16 16"
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 hidden size-4 fill-none stroke-2 stroke-primary-on peer-checked:block peer-indeterminate:block"
      >
        <path
          strokeLinecap="round"
          strokeLinejoin="round"
          d={indeterminate ? "M4.5 8h7" : "m4 8.5 2.5 2.5L12 5.5"}
        />
      </svg>
    </span>
  );
  if (!label) return mark;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside, in a variable
    <label className={cn("inline-flex items-center gap-2 text-base", className)}>
      {mark}
      <span className="min-w-0">{label}</span>
    </label>
  );
}
