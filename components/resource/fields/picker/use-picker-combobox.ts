"use client";
import { type UseComboboxProps, useCombobox } from "downshift";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type Ref, useEffect, useState } from "react";
import type { PickerOption } from "./source";
import type { usePicker } from "./use-picker";

type Picker = ReturnType<typeof usePicker>;
type Reducer = NonNullable<UseComboboxProps<PickerOption>["stateReducer"]>;

const none: readonly PickerOption[] = [];
const types = useCombobox.stateChangeTypes;

/**
 * Combobox behaviour of a picker: highlighting, keyboard and pointer selection, and screen reader messages.
 * @param inputId of the text box
 */
export function usePickerCombobox(picker: Picker, multiple: boolean, inputId: string | undefined) {
  const t = useTranslations("fields.picker");
  const { loaded, open, ids, text } = picker;
  const options = loaded.status === "ready" ? loaded.options : none;
  const [said, setSaid] = useState("");
  // The typed text has a single match.
  const single = options.length === 1 && !options[0]?.denied && text.trim() !== "";

  const stateReducer: Reducer = (state, { type, changes }) => {
    // Blur takes the typed text, not the option under the pointer.
    if (type === types.InputBlur) return { ...changes, selectedItem: state.selectedItem };
    // Focus has opened the list already; the same click must not close it.
    if (type === types.InputClick) return { ...changes, isOpen: true };
    // Escape closes the list and keeps the text.
    if (type === types.InputKeyDownEscape) return { ...state, isOpen: false, highlightedIndex: -1 };
    // Reopening for a further choice continues after the chosen options.
    if (type === types.InputKeyDownArrowDown && !state.isOpen && multiple)
      return {
        ...changes,
        highlightedIndex: options.findIndex(({ id, denied }) => !ids.includes(id) && !denied),
      };
    return changes;
  };

  const combobox = useCombobox<PickerOption>({
    items: [...options],
    itemToString: (option) => option?.text ?? "",
    // Also called without an option if none is highlighted.
    isItemDisabled: (option: PickerOption | undefined) => option?.denied === true,
    inputValue: text,
    isOpen: open,
    selectedItem: null,
    inputId,
    onIsOpenChange: ({ isOpen }) => picker.setOpen(isOpen),
    // Typing a full name and Enter adds it, even if it was chosen before.
    onSelectedItemChange: ({ selectedItem, type }) =>
      selectedItem && choose(selectedItem, !(single && type === types.InputKeyDownEnter)),
    stateReducer,
  });

  const choose = (option: PickerOption, toggling: boolean) => {
    const removing = toggling && multiple && ids.includes(option.id);
    picker.choose(option, toggling);
    setSaid(t(removing ? "removed" : "chosen", { name: option.text }));
  };

  const { setHighlightedIndex, highlightedIndex } = combobox;
  useEffect(() => {
    setHighlightedIndex(single ? 0 : -1);
  }, [single, setHighlightedIndex]);

  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") picker.endChoice();
    if (event.key === "Backspace" && text === "" && ids.length > 0) {
      const last = ids.at(-1) ?? "";
      setSaid(t("removed", { name: picker.nameOf(last) }));
      picker.remove(last);
    }
    const taken = event.key === "Enter" && highlightedIndex < 0 && text.trim() !== "";
    // Enter submits the form; with multiple choice, or while the match is pending, it first takes the typed text.
    if (taken && (picker.takeWhenMatched() || (picker.settle(false) && multiple))) event.preventDefault();
  };

  return {
    options,
    combobox,
    /** Message about the last change of the choice. */
    said,
    /** Props of the text box. */
    input: (ref: Ref<HTMLInputElement>) =>
      combobox.getInputProps({
        ref,
        onFocus: picker.enter,
        onChange: (event) => picker.type(event.currentTarget.value),
        onKeyDown: press,
      }),
  };
}
