"use client";
import { Button, type ButtonProps } from "./button";
import { cn } from "./cn";
import { type TooltipSide, tooltipAttributes } from "./tooltip";

interface IconButtonProps extends Omit<ButtonProps, "icon" | "aria-label"> {
  /** Accessible name, shown as a tooltip. */
  label: string;
  /** Tooltip with more text than the label. */
  tooltip?: string;
  side?: TooltipSide;
  /** Equivalent shortcut as displayed in the tooltip. */
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
