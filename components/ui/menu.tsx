"use client";
import * as Radix from "@radix-ui/react-dropdown-menu";
import { Check } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { cn } from "./cn";
import { takePendingFocus } from "./focus-later";
import { Kbd } from "./kbd";
import { usePortalContainer } from "./portal";

interface MenuProps {
  /** One element that takes a ref, such as an IconButton. */
  trigger: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Call preventDefault to focus something other than the trigger. */
  onCloseAutoFocus?: (event: Event) => void;
  className?: string;
  children: ReactNode;
}

const panel =
  "z-50 min-w-48 max-w-[min(320px,var(--radix-dropdown-menu-content-available-width))] animate-appear overflow-y-auto rounded-lg border border-border bg-raised p-1 text-text shadow-float outline-none";
const row = cn(
  "flex h-8 w-full cursor-pointer select-none items-center gap-2 rounded px-2 text-sm outline-none",
  "data-[disabled]:pointer-events-none data-[highlighted]:bg-hover data-[disabled]:opacity-50",
  "[&_svg]:size-4 [&_svg]:shrink-0",
);

export function Menu({
  trigger,
  align = "start",
  side = "bottom",
  open,
  onOpenChange,
  onCloseAutoFocus,
  className,
  children,
}: MenuProps) {
  const container = usePortalContainer();
  const button = useRef<HTMLButtonElement>(null);
  const byPointer = useRef(false);

  // No focus ring or tooltip for mouse users.
  const giveFocusBack = (event: Event) => {
    const wanted = takePendingFocus();
    onCloseAutoFocus?.(event);
    // A menu may close after the user has moved the focus.
    const movedOn = document.activeElement !== document.body;
    if (event.defaultPrevented || (!movedOn && !wanted && !byPointer.current)) return;
    event.preventDefault();
    if (movedOn) return;
    const options = { preventScroll: true, ...(byPointer.current && { focusVisible: false }) };
    (wanted ?? button.current)?.focus(options);
  };

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Trigger asChild ref={button}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={giveFocusBack}
          onPointerDownCapture={() => {
            byPointer.current = true;
          }}
          onKeyDownCapture={() => {
            byPointer.current = false;
          }}
          className={cn(panel, "max-h-(--radix-dropdown-menu-content-available-height)", className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  shortcut?: string;
  danger?: boolean;
  /** Why the item is disabled; undefined if it is enabled. */
  disabledReason?: string;
  onSelect?: () => void;
  /** Renders the single child, such as a link, as the item. */
  asChild?: boolean;
  children: ReactNode;
}

export function MenuItem({
  icon,
  shortcut,
  danger,
  disabledReason,
  onSelect,
  asChild,
  children,
}: MenuItemProps) {
  // A dialog opened here restores the focus to its current position: the menu closes in one task and restores the trigger's focus
  // in the next.
  const select = onSelect && (() => void setTimeout(() => setTimeout(onSelect)));
  const className = cn(row, danger ? "text-danger [&_svg]:text-danger" : "[&_svg]:text-muted");
  if (asChild)
    return (
      <Radix.Item asChild onSelect={select} className={className}>
        {children}
      </Radix.Item>
    );
  if (disabledReason !== undefined)
    return (
      <Radix.Item
        // Not `disabled`: it stays focusable and explains why.
        aria-disabled
        onSelect={(event) => event.preventDefault()}
        className={cn(className, "h-auto cursor-not-allowed items-start py-1.5 text-muted")}
      >
        {icon}
        <span className="min-w-0 flex-1">
          {children} <span className="block text-xs">{disabledReason}</span>
        </span>
      </Radix.Item>
    );
  return (
    <Radix.Item onSelect={select} className={className}>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </Radix.Item>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="drawn -mx-1 my-1 h-px bg-border" />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 py-1 text-muted text-xs">{children}</Radix.Label>;
}

interface MenuRadioGroupProps {
  label?: string;
  value: string;
  onValueChange: (value: string) => void;
  options: readonly { value: string; label: ReactNode; icon?: ReactNode; lang?: string }[];
}

export function MenuRadioGroup({ label, value, onValueChange, options }: MenuRadioGroupProps) {
  return (
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={onValueChange}>
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          lang={option.lang}
          className={cn(row, "[&_svg]:text-muted")}
        >
          {option.icon}
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
          <Radix.ItemIndicator>
            <Check className="text-primary!" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
