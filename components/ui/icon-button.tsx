"use client";
import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button";
import { cn } from "./cn";
import { Tooltip } from "./tooltip";

interface IconButtonProps extends Omit<ButtonProps, "icon" | "aria-label"> {
  /** The accessible name, shown as a tooltip. */
  label: string;
  /** The tooltip, where it says more than the label, such as a shortcut. */
  tooltip?: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
}

const squares = { sm: "w-7 px-0", md: "w-8 px-0", lg: "w-10 px-0" };

export function IconButton({
  label,
  tooltip,
  side,
  variant = "ghost",
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip content={tooltip ?? label} side={side}>
      <Button
        variant={variant}
        aria-label={label}
        className={cn(squares[rest.size ?? "md"], className)}
        {...rest}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
