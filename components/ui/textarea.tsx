"use client";
import type { ComponentPropsWithRef } from "react";
import { cn } from "./cn";
import { useFieldControl } from "./field";

export function Textarea({ className, rows = 5, ...rest }: ComponentPropsWithRef<"textarea">) {
  return (
    <textarea
      {...useFieldControl()}
      rows={rows}
      className={cn("field-box px-2.5 py-1.5 text-base", className)}
      {...rest}
    />
  );
}
