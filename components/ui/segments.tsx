"use client";
import type { ReactNode } from "react";
import { Button } from "./button";
import { cn } from "./cn";

interface SegmentsProps<Value extends string> {
  /** Name of the choice. */
  label: string;
  choices: readonly { value: Value; label: string; icon?: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  disabled?: boolean;
  className?: string;
}

/** Segmented control for a single choice. */
export function Segments<Value extends string>({
  label,
  choices,
  value,
  onChange,
  disabled,
  className,
}: SegmentsProps<Value>) {
  return (
    <fieldset
      aria-label={label}
      className={cn("flex w-fit max-w-full flex-wrap gap-1 rounded border p-0.5", className)}
    >
      {choices.map((choice) => (
        <Button
          key={choice.value}
          size="sm"
          variant="ghost"
          icon={choice.icon}
          aria-pressed={choice.value === value}
          disabled={disabled}
          className={cn(choice.value === value && "bg-selected")}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </Button>
      ))}
    </fieldset>
  );
}
