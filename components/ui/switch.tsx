"use client";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { cn } from "./cn";
import { markHydrated } from "./early-input";
import { useFieldControl } from "./field";

interface SwitchProps extends Omit<ComponentPropsWithRef<"input">, "type" | "role"> {
  label?: ReactNode;
}

/** The transparent border makes a target of 24 px (WCAG 2.5.8). */
const track = cn(
  "relative -m-[3px] h-6 w-[38px] shrink-0 cursor-pointer appearance-none rounded-full border-[3px] border-transparent",
  "bg-control bg-clip-padding transition-colors focus-visible:-outline-offset-2",
  "before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-surface before:transition-transform",
  "checked:bg-primary checked:before:translate-x-3.5 checked:before:bg-primary-on",
  "disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50",
);

/** Takes effect immediately, unlike a checkbox in a form. */
export function Switch({ label, className, ...rest }: SwitchProps) {
  const control = (
    <input
      {...useFieldControl()}
      ref={markHydrated}
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has a native state
      role="switch"
      className={cn(track, !label && className)}
      {...rest}
    />
  );
  if (!label) return control;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside, in a variable
    <label className={cn("inline-flex items-center gap-2 text-base", className)}>
      {control}
      <span className="min-w-0">{label}</span>
    </label>
  );
}
