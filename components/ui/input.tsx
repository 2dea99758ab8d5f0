"use client";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { cn } from "./cn";
import { useFieldControl } from "./field";

interface InputProps extends ComponentPropsWithRef<"input"> {
  /** Decoration at the start, such as a magnifying glass. */
  icon?: ReactNode;
}

export function Input({ icon, className, ...rest }: InputProps) {
  const input = (
    <input
      {...useFieldControl()}
      className={cn("field-box h-field px-2.5 text-base", icon ? "pl-8" : null, className)}
      {...rest}
    />
  );
  if (!icon) return input;
  return (
    <span className="relative block">
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-muted [&_svg]:size-4"
      >
        {icon}
      </span>
      {input}
    </span>
  );
}
