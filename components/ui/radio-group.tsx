"use client";
import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import { cn } from "./cn";
import { markHydrated } from "./early-input";

type RadioProps = Omit<ComponentPropsWithRef<"input">, "type"> & { label?: ReactNode };

const dot = cn(
  "size-4 shrink-0 cursor-pointer appearance-none rounded-full border border-control bg-surface transition-[border]",
  "checked:border-[5px] checked:border-primary disabled:cursor-not-allowed disabled:opacity-50",
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
