"use client";
import { useCombobox } from "downshift";
import { ChevronsUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Ref, useEffect, useState } from "react";
import { cn } from "@/components/ui/cn";
import { useFieldControl } from "@/components/ui/field";
import { Popover } from "@/components/ui/popover";
import { longestPhrase } from "../../table/list-call";
import type { ControlProps } from "../control";
import { ChosenEntries } from "./chosen-entries";
import { PickerOptions } from "./picker-options";
import type { PickerOption, PickerSource } from "./source";
import { type PickerValue, usePicker } from "./use-picker";

interface AsyncPickerProps extends ControlProps<PickerValue> {
  source: PickerSource;
  known?: readonly PickerOption[];
  multiple?: boolean;
  freeText?: boolean;
  placeholder?: string;
  /** Why the user cannot choose some of them. */
  withheldHint?: string;
}

const nothingKnown: readonly PickerOption[] = [];

/** Looks up one or several of any number of records while somebody types (TL-05). */
export function AsyncPicker({
  source,
  known = nothingKnown,
  multiple = false,
  freeText = false,
  placeholder,
  withheldHint,
  ...control
}: AsyncPickerProps) {
  const t = useTranslations("fields.picker");
  const field = useFieldControl();
  const picker = usePicker({
    source,
    known,
    value: control.value,
    onChange: control.onChange,
    multiple,
    freeText,
  });
  const { loaded, open, ids, text } = picker;
  const options = loaded.status === "ready" ? loaded.options : nothingKnown;
  const [said, setSaid] = useState("");
  // What is typed has come down to one.
  const single = options.length === 1 && !options[0]?.withheld && text.trim() !== "";

  const combobox = useCombobox<PickerOption>({
    items: [...options],
    itemToString: (option) => option?.text ?? "",
    // Asked of no option at all, too, when none is highlighted any more.
    isItemDisabled: (option: PickerOption | undefined) => option?.withheld === true,
    inputValue: text,
    isOpen: open,
    selectedItem: null,
    inputId: field.id,
    onIsOpenChange: ({ isOpen }) => picker.setOpen(isOpen),
    // Whoever types a name in full and presses Enter wants it in, whether or not it was: nothing goes unseen.
    onSelectedItemChange: ({ selectedItem, type }) =>
      selectedItem &&
      choose(selectedItem, !(single && type === useCombobox.stateChangeTypes.InputKeyDownEnter)),
    stateReducer: (state, { type, changes }) => {
      const types = useCombobox.stateChangeTypes;
      // Leaving takes what is typed, not what the pointer happens to be over.
      if (type === types.InputBlur) return { ...changes, selectedItem: state.selectedItem };
      // Focus has opened the list already, and the click that gave the focus must not close it.
      if (type === types.InputClick) return { ...changes, isOpen: true };
      // Escape closes the list and never empties the box.
      if (type === types.InputKeyDownEscape) return { ...state, isOpen: false, highlightedIndex: -1 };
      // Whoever opens the list again for one more goes on behind those that are chosen.
      if (type === types.InputKeyDownArrowDown && !state.isOpen && multiple)
        return {
          ...changes,
          highlightedIndex: options.findIndex(({ id, withheld }) => !ids.includes(id) && !withheld),
        };
      return changes;
    },
  });

  const choose = (option: PickerOption, toggling: boolean) => {
    const removing = toggling && multiple && ids.includes(option.id);
    picker.choose(option, toggling);
    setSaid(t(removing ? "removed" : "chosen", { name: option.text }));
  };

  const { setHighlightedIndex } = combobox;
  useEffect(() => {
    setHighlightedIndex(single ? 0 : -1);
  }, [single, setHighlightedIndex]);

  const { onBlur, ...inputProps } = combobox.getInputProps({
    ref: control.ref as Ref<HTMLInputElement>,
    onFocus: picker.enter,
    onChange: (event) => picker.type(event.currentTarget.value),
    onKeyDown: (event) => {
      if (event.key === "Backspace" && text === "" && ids.length > 0) {
        const last = ids.at(-1) ?? "";
        setSaid(t("removed", { name: picker.nameOf(last) }));
        picker.remove(last);
      }
      const taken = event.key === "Enter" && combobox.highlightedIndex < 0 && text.trim() !== "";
      // Enter submits the form; with several, or before it is known what is meant, it first takes what is typed.
      if (taken && (picker.takeSoon() || (picker.settle(false) && multiple))) event.preventDefault();
    },
  });

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
        withheldHint={withheldHint}
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
