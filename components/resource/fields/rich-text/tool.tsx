"use client";
import * as Toolbar from "@radix-ui/react-toolbar";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Tooltip } from "@/components/ui/tooltip";

interface ToolProps extends Omit<ComponentPropsWithRef<"button">, "aria-label" | "aria-pressed"> {
  label: string;
  /** State of toggle tools. */
  pressed?: boolean;
  children: ReactNode;
}

/** Toolbar button. The toolbar is one tab stop; arrow keys move inside. */
export function Tool({ label, pressed, disabled, className, children, onClick, ...rest }: ToolProps) {
  return (
    <Tooltip content={label}>
      <Toolbar.Button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={disabled || undefined}
        // Keeps the text selection.
        onMouseDown={(event) => event.preventDefault()}
        onClick={disabled ? undefined : onClick}
        className={cn(
          "inline-flex h-7 min-w-7 shrink-0 items-center justify-center gap-1 rounded px-1.5 text-sm hover:bg-hover",
          "aria-disabled:cursor-not-allowed aria-disabled:opacity-40 [&_svg]:size-4",
          "aria-pressed:bg-selected aria-expanded:bg-hover",
          className,
        )}
        {...rest}
      >
        {children}
      </Toolbar.Button>
    </Tooltip>
  );
}
