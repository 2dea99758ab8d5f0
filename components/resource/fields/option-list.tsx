"use client";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";

export interface ListOption {
  value: string;
  label: string;
}

interface OptionListProps {
  label: string;
  options: readonly ListOption[];
  selected: string;
  /** Option to scroll to if none is selected. */
  near?: string;
  onSelect: (value: string) => void;
  /** False if another element of the panel takes the focus. */
  takesFocus?: boolean;
  className?: string;
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** Single-choice list with arrow, page, home and end keys; takes the focus on opening. */
export function OptionList({
  takesFocus = true,
  label,
  options,
  selected,
  near,
  onSelect,
  className,
}: OptionListProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const indexOf = (value: string | undefined) => options.findIndex((option) => option.value === value);
  const [active, setActive] = useState(() => Math.max(indexOf(selected), indexOf(near), 0));

  useEffect(() => {
    if (takesFocus) list.current?.focus();
  }, [takesFocus]);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const press = (event: KeyboardEvent) => {
    const last = options.length - 1;
    const step = steps[event.key];
    if (step !== undefined) setActive((index) => Math.min(Math.max(index + step, 0), last));
    else if (event.key === "Home") setActive(0);
    else if (event.key === "End") setActive(last);
    else if (event.key === "Enter" || event.key === " ") onSelect(options[active]?.value ?? "");
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={list}
      role="listbox"
      aria-label={label}
      aria-activedescendant={`${id}-${active}`}
      tabIndex={0}
      onKeyDown={press}
      className={cn("max-h-72 min-w-24 overflow-y-auto rounded outline-offset-0", className)}
    >
      {options.map(({ value, label: text }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus and names the active option
        <div
          key={value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={value === selected}
          data-highlighted={index === active ? "" : undefined}
          onClick={() => onSelect(value)}
          onPointerMove={() => setActive(index)}
          className={cn(
            "flex h-8 cursor-pointer select-none items-center rounded px-2.5 text-sm tabular-nums",
            value === selected && "bg-selected font-medium",
            index === active && "bg-hover",
          )}
        >
          {text}
        </div>
      ))}
    </div>
  );
}
