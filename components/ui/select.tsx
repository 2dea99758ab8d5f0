"use client";
import { ChevronDown } from "lucide-react";
import type { ComponentPropsWithRef } from "react";
import { cn } from "./cn";
import { useFieldControl } from "./field";

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectProps extends Omit<ComponentPropsWithRef<"select">, "children"> {
  options: readonly SelectOption[];
}

/** Native list box: no script to load, and phones show their usual chooser. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className={cn("relative block", className)}>
      <select
        {...useFieldControl()}
        className="field-box h-field cursor-pointer appearance-none truncate pr-8 pl-2.5 text-base"
        {...rest}
      >
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled} className="bg-raised text-text">
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-2 my-auto size-4 text-muted"
      />
    </span>
  );
}
