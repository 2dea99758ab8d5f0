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
 * The list under a picker's box: which option is highlighted, what keys and the pointer choose, and what of it is said
 * to those who do not see it.
 * @param inputId of the text box
 */
export function usePickerCombobox(picker: Picker, multiple: boolean, inputId: string | undefined) {
  const t = useTranslations("fields.picker");
  const { loaded, open, ids, text } = picker;
  const options = loaded.status === "ready" ? loaded.options : none;
  const [said, setSaid] = useState("");
  // What is typed has come down to one.
  const single = options.length === 1 && !options[0]?.denied && text.trim() !== "";

  const stateReducer: Reducer = (state, { type, changes }) => {
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
        highlightedIndex: options.findIndex(({ id, denied }) => !ids.includes(id) && !denied),
      };
    return changes;
  };

  const combobox = useCombobox<PickerOption>({
    items: [...options],
    itemToString: (option) => option?.text ?? "",
    // Asked of no option at all, too, when none is highlighted any more.
    isItemDisabled: (option: PickerOption | undefined) => option?.denied === true,
    inputValue: text,
    isOpen: open,
    selectedItem: null,
    inputId,
    onIsOpenChange: ({ isOpen }) => picker.setOpen(isOpen),
    // Whoever types a name in full and presses Enter wants it in, whether or not it was: nothing goes unseen.
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
    // Enter submits the form; with several, or before it is known what is meant, it first takes what is typed.
    if (taken && (picker.takeSoon() || (picker.settle(false) && multiple))) event.preventDefault();
  };

  return {
    options,
    combobox,
    /** The last change of what is chosen, in words. */
    said,
    /** What the text box is given. */
    input: (ref: Ref<HTMLInputElement>) =>
      combobox.getInputProps({
        ref,
        onFocus: picker.enter,
        onChange: (event) => picker.type(event.currentTarget.value),
        onKeyDown: press,
      }),
  };
}
