import { cloneElement, isValidElement, type ReactNode } from "react";

/** Where a tooltip stands at what it is about; above instead where there is no room below. */
export type TooltipSide = "top" | "right" | "bottom" | "left";

interface TooltipProps {
  /** Without it there is none. */
  content: string | undefined;
  /** One element that hands what it is given to its own, such as a Button. */
  children: ReactNode;
  side?: TooltipSide;
}

/** Says more of a control while it is pointed at, or has the keyboard's focus. The {@link Tooltips} of the page show it. */
export function Tooltip({ content, children, side }: TooltipProps) {
  return isValidElement<object>(children)
    ? cloneElement(children, tooltipAttributes(content, { side }))
    : children;
}

interface TooltipAttributes {
  "data-tooltip"?: string;
  "data-tooltip-side"?: TooltipSide;
  "data-tooltip-key"?: string;
}

/**
 * The same as attributes of the control.
 * @param content empty for the control's `aria-label`
 * @param options `shortcut`: the key that does the same, as it is written
 */
export function tooltipAttributes(
  content: string | undefined,
  { side, shortcut }: { side?: TooltipSide; shortcut?: string } = {},
): TooltipAttributes {
  return { "data-tooltip": content, "data-tooltip-side": side, "data-tooltip-key": shortcut };
}
