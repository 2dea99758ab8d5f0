"use client";
import { Button, type ButtonProps } from "./button";
import { cn } from "./cn";
import { type TooltipSide, tooltipAttributes } from "./tooltip";

interface IconButtonProps extends Omit<ButtonProps, "icon" | "aria-label"> {
  /** The accessible name, shown as a tooltip. */
  label: string;
  /** The tooltip, where it says more than the label, such as a shortcut. */
  tooltip?: string;
  side?: TooltipSide;
  /** A key that does the same, as it is written: the tooltip tells. */
  shortcut?: string;
}

const squares = { sm: "w-7 px-0", md: "w-8 px-0", lg: "w-10 px-0" };

export function IconButton({
  label,
  tooltip,
  side,
  shortcut,
  variant = "ghost",
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <Button
      variant={variant}
      aria-label={label}
      className={cn(squares[rest.size ?? "md"], className)}
      {...tooltipAttributes(tooltip ?? "", { side, shortcut })}
      {...rest}
    >
      {children}
    </Button>
  );
}
