"use client";
import { Check, ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type Ref, type RefObject, useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { useFieldControl } from "@/components/ui/field";
import { Popover } from "@/components/ui/popover";
import { ChosenLabels } from "./chosen-labels";
import type { ControlProps } from "./control";
import type { ListOption } from "./option-list";

interface MultiSelectProps extends ControlProps<readonly string[]> {
  options: readonly ListOption[];
  /** Accessible name of the list. */
  label: string;
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/**
 * Several of a known list, chosen in a panel that stays open; closed it shows up to three labels and +N (FM-08). downshift's
 * `useSelect` closes on a choice and selects the highlighted option on leaving.
 */
export function MultiSelect({ value, onChange, options, label, ...control }: MultiSelectProps) {
  const t = useTranslations("fields.select");
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const chosen = options.filter((option) => value.includes(option.value));

  const toggle = (option: ListOption | undefined) => {
    if (!option) return;
    const has = value.includes(option.value);
    onChange(has ? value.filter((other) => other !== option.value) : [...value, option.value]);
  };
  const { open, setOpen, active, setActive, press } = useListKeys(list, options.length, (index) =>
    toggle(options[index]),
  );

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      focus="stay"
      fit
      className="p-1"
      anchor={
        <button
          {...useFieldControl()}
          ref={control.ref as Ref<HTMLButtonElement>}
          type="button"
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={open}
          aria-controls={open ? `${id}-list` : undefined}
          aria-activedescendant={open ? `${id}-${active}` : undefined}
          name={control.name}
          disabled={control.disabled}
          onBlur={() => {
            setOpen(false);
            control.onBlur?.();
          }}
          onClick={() => setOpen(!open)}
          onKeyDown={press}
          className="field-box relative flex h-field items-center gap-1 overflow-hidden pr-8 pl-2 text-left text-base"
        >
          {chosen.length > 0 ? (
            <ChosenLabels labels={chosen.map((option) => option.label)} />
          ) : (
            <span className="truncate text-muted">{t("placeholder")}</span>
          )}
          <ChevronDown aria-hidden="true" className="absolute right-2 size-4 text-muted" />
        </button>
      }
    >
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable="true"
        className="max-h-72 overflow-y-auto"
      >
        {options.map((option, index) => (
          <Choice
            key={option.value}
            id={`${id}-${index}`}
            label={option.label}
            selected={value.includes(option.value)}
            active={index === active}
            onChoose={() => toggle(option)}
            onPoint={() => setActive(index)}
          />
        ))}
      </div>
    </Popover>
  );
}

/** Keyboard handling of a box with a list, and the highlighted option. */
function useListKeys(list: RefObject<HTMLElement | null>, count: number, choose: (index: number) => void) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const move = (index: number) => {
    const next = Math.min(Math.max(index, 0), count - 1);
    setActive(next);
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  };
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    const step = steps[key];
    if (!open && (step !== undefined || key === "Enter" || key === " ")) setOpen(true);
    else if (!open) return;
    else if (step !== undefined) move(active + step);
    else if (key === "Home") move(0);
    else if (key === "End") move(count - 1);
    else if (key === "Enter" || key === " ") choose(active);
    else if (key === "Escape") setOpen(false);
    else return;
    event.preventDefault();
  };
  return { open, setOpen, active, setActive, press };
}

interface ChoiceProps {
  id: string;
  label: string;
  selected: boolean;
  /** Highlighted by the keyboard. */
  active: boolean;
  onChoose: () => void;
  onPoint: () => void;
}

/** One option with its checkbox. */
function Choice({ id, label, selected, active, onChoose, onPoint }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus and names the active option
    <div
      id={id}
      role="option"
      aria-selected={selected}
      data-highlighted={active ? "" : undefined}
      onClick={onChoose}
      onPointerMove={onPoint}
      className={cn(
        "flex min-h-8 cursor-pointer select-none items-center gap-2 rounded px-2 py-1 text-sm",
        active && "bg-hover",
      )}
    >
      <span
        aria-hidden="true"
        className={cn(
          "flex size-4 shrink-0 items-center justify-center rounded-sm border border-control",
          selected && "border-primary bg-primary text-primary-on",
        )}
      >
        {selected && <Check className="size-3 stroke-3" />}
      </span>
      <span className="min-w-0 break-words">{label}</span>
    </div>
  );
}
