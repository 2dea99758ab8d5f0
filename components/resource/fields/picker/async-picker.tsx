"use client";
import { ChevronsUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { cn } from "@/components/ui/cn";
import { useFieldControl } from "@/components/ui/field";
import { Popover } from "@/components/ui/popover";
import { longestPhrase } from "../../table/list-call";
import type { ControlProps } from "../control";
import { ChosenEntries } from "./chosen-entries";
import { PickerOptions } from "./picker-options";
import type { PickerOption, PickerSource } from "./source";
import { type PickerValue, usePicker } from "./use-picker";
import { usePickerCombobox } from "./use-picker-combobox";

interface AsyncPickerProps extends ControlProps<PickerValue> {
  source: PickerSource;
  known?: readonly PickerOption[];
  multiple?: boolean;
  freeText?: boolean;
  placeholder?: string;
  /** Why the user cannot choose some of them. */
  deniedHint?: string;
}

const nothingKnown: readonly PickerOption[] = [];

/** Looks up one or several of any number of records while somebody types (TL-05). */
export function AsyncPicker({
  source,
  known = nothingKnown,
  multiple = false,
  freeText = false,
  placeholder,
  deniedHint,
  ...control
}: AsyncPickerProps) {
  const t = useTranslations("fields.picker");
  const field = useFieldControl();
  const { value, onChange } = control;
  const picker = usePicker({ source, known, value, onChange, multiple, freeText });
  const { loaded, open, ids } = picker;
  const { options, combobox, input, said } = usePickerCombobox(picker, multiple, field.id);
  const { onBlur, ...inputProps } = input(control.ref as Ref<HTMLInputElement>);

  return (
    <Popover
      open={open}
      onOpenChange={picker.setOpen}
      focus="stay"
      fit
      className="p-1"
      anchor={
        <span
          className={cn(
            "field-box relative flex min-h-field flex-wrap items-center gap-1 pr-8 pl-1",
            "focus-within:border-ring focus-within:outline-2 focus-within:outline-ring/35",
            field["aria-invalid"] && "border-danger",
          )}
        >
          {multiple && (
            <ChosenEntries
              ids={ids}
              nameOf={picker.nameOf}
              expanded={picker.focused}
              disabled={control.disabled}
              onRemove={picker.remove}
            />
          )}
          <input
            {...inputProps}
            {...field}
            onBlur={(event) => {
              onBlur?.(event);
              picker.leave();
              control.onBlur?.();
            }}
            aria-labelledby={undefined}
            name={control.name}
            disabled={control.disabled}
            maxLength={longestPhrase}
            autoComplete="off"
            placeholder={ids.length === 0 ? placeholder : undefined}
            className="h-[calc(var(--field-height)-2px)] min-w-16 flex-1 bg-transparent px-1.5 text-base outline-none"
          />
          <ChevronsUpDown
            aria-hidden="true"
            className="pointer-events-none absolute right-2 size-4 text-muted"
          />
          <span role="status" className="sr-only">
            {open && loaded.status === "ready" ? t("results", { count: options.length }) : said}
          </span>
        </span>
      }
    >
      <PickerOptions
        loaded={loaded}
        deniedHint={deniedHint}
        chosen={ids}
        highlighted={combobox.highlightedIndex}
        list={combobox.getMenuProps({}, { suppressRefError: true })}
        option={(item, index) => ({
          ...combobox.getItemProps({ item, index }),
          "aria-selected": ids.includes(item.id),
        })}
      />
    </Popover>
  );
}
