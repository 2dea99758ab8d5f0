"use client";
import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import { cn } from "./cn";
import { markHydrated } from "./early-input";

type RadioProps = Omit<ComponentPropsWithRef<"input">, "type"> & { label?: ReactNode };

/** The transparent border makes a target of 24 px (WCAG 2.5.8). */
const dot = cn(
  "-m-1 size-6 shrink-0 cursor-pointer appearance-none rounded-full border-4 border-transparent bg-surface bg-clip-padding",
  "shadow-[inset_0_0_0_1px_var(--control)] transition-shadow focus-visible:-outline-offset-2",
  "checked:shadow-[inset_0_0_0_5px_var(--primary)] disabled:cursor-not-allowed disabled:opacity-50",
);

/** One radio button; those of a group share a `name`. */
export function Radio({ label, className, ...rest }: RadioProps) {
  const control = (
    <input
      ref={markHydrated}
      type="radio"
      autoComplete="off"
      className={cn(dot, !label && className)}
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

interface RadioGroupProps {
  label: string;
  options: readonly { value: string; label: ReactNode; disabled?: boolean }[];
  value: string | undefined;
  onValueChange: (value: string) => void;
  className?: string;
}

export function RadioGroup({ label, options, value, onValueChange, className }: RadioGroupProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cn("flex flex-col gap-2", className)}>
      {options.map((option) => (
        <Radio
          key={option.value}
          name={name}
          value={option.value}
          label={option.label}
          disabled={option.disabled}
          checked={option.value === value}
          onChange={() => onValueChange(option.value)}
        />
      ))}
    </div>
  );
}
