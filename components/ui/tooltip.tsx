import { cloneElement, isValidElement, type ReactNode } from "react";

/** Side of the element; above if there is no room below. */
export type TooltipSide = "top" | "right" | "bottom" | "left";

interface TooltipProps {
  /** No tooltip if undefined. */
  content: string | undefined;
  /** One element that forwards its props to the DOM, such as a Button. */
  children: ReactNode;
}

/** Additional text for a control while hovered or focused by keyboard. Displayed by the page's {@link Tooltips}. */
export function Tooltip({ content, children }: TooltipProps) {
  return isValidElement<object>(children) ? cloneElement(children, tooltipAttributes(content)) : children;
}

interface TooltipAttributes {
  "data-tooltip"?: string;
  "data-tooltip-side"?: TooltipSide;
  "data-tooltip-key"?: string;
}

/**
 * The same as attributes of the control.
 * @param content empty for the control's `aria-label`
 * @param options `shortcut`: equivalent shortcut as displayed
 */
export function tooltipAttributes(
  content: string | undefined,
  { side, shortcut }: { side?: TooltipSide; shortcut?: string } = {},
): TooltipAttributes {
  return { "data-tooltip": content, "data-tooltip-side": side, "data-tooltip-key": shortcut };
}
