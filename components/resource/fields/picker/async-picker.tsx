"use client";

import { Check, ChevronsUpDown, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { HTMLAttributes, Ref } from "react";
import { cn } from "@/components/ui/cn";
import { useFieldControl } from "@/components/ui/field";
import { Popover } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { maxPhraseLength } from "../../list/list-call";
import { ChosenLabels } from "../chosen-labels";
import type { ControlProps } from "../control";
import type { Loaded } from "./loader";
import { isAtLimit } from "./match";
import type { PickerOption, PickerSource } from "./source";
import { type PickerValue, usePicker } from "./use-picker";
import { usePickerCombobox } from "./use-picker-combobox";

interface AsyncPickerProps extends ControlProps<PickerValue> {
  source: PickerSource;
  known?: readonly PickerOption[];
  multiple?: boolean;
  freeText?: boolean;
  placeholder?: string;
  /** Why some options cannot be chosen. */
  deniedHint?: string;
}

const noKnownOptions: readonly PickerOption[] = [];

/** Searches for one or several records while the user types (TL-05). */
export function AsyncPicker({
  source,
  known = noKnownOptions,
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
            data-own-escape={picker.hasChosen ? "" : undefined}
            onBlur={(event) => {
              onBlur?.(event);
              picker.leave();
              control.onBlur?.();
            }}
            aria-labelledby={undefined}
            name={control.name}
            disabled={control.disabled}
            maxLength={maxPhraseLength}
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

interface ChosenEntriesProps {
  ids: readonly string[];
  nameOf: (id: string) => string;
  /** Shows all entries with remove buttons while the box has the focus. */
  expanded: boolean;
  disabled?: boolean;
  onRemove: (id: string) => void;
}

/** Chosen entries before the text: without focus up to three and +N. */
function ChosenEntries({ ids, nameOf, expanded, disabled, onRemove }: ChosenEntriesProps) {
  const t = useTranslations("fields.select");
  if (!expanded) return <ChosenLabels labels={ids.map(nameOf)} />;
  return ids.map((id) => (
    <span
      key={id}
      className="inline-flex h-6 min-w-0 max-w-full items-center rounded-sm border bg-hover pl-1.5 text-muted text-xs"
    >
      <span className="truncate">{nameOf(id)}</span>
      <button
        type="button"
        // The text box keeps the focus; Backspace removes entries by keyboard.
        tabIndex={-1}
        disabled={disabled}
        aria-label={t("remove", { name: nameOf(id) })}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onRemove(id)}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm hover:text-text"
      >
        <X aria-hidden="true" className="size-3" />
      </button>
    </span>
  ));
}

interface PickerOptionsProps {
  loaded: Loaded;
  /** Shown below each option that cannot be chosen. */
  deniedHint?: string;
  chosen: readonly string[];
  highlighted: number;
  list: HTMLAttributes<HTMLUListElement>;
  option: (option: PickerOption, index: number) => HTMLAttributes<HTMLLIElement>;
}

/** Options for a phrase, or a message if there are none. */
function PickerOptions({ loaded, deniedHint, chosen, highlighted, list, option }: PickerOptionsProps) {
  const t = useTranslations("fields.picker");
  const options = loaded.status === "ready" ? loaded.options : [];
  return (
    <>
      <ul {...list} className={cn("max-h-88 overflow-y-auto", options.length === 0 && "hidden")}>
        {options.map((entry, index) => {
          const selected = chosen.includes(entry.id);
          return (
            <li
              key={entry.id}
              {...option(entry, index)}
              data-highlighted={index === highlighted ? "" : undefined}
              className={cn(
                "flex min-h-8 select-none items-center gap-2 rounded px-2 py-1 text-sm",
                entry.denied ? "cursor-default text-muted" : "cursor-pointer",
                index === highlighted && "bg-hover",
              )}
            >
              <span className="min-w-0 flex-1 break-words">
                {entry.text}
                {entry.denied && <span className="block text-xs">{deniedHint}</span>}
              </span>
              {selected && <Check aria-hidden="true" className="size-4 shrink-0 text-primary" />}
            </li>
          );
        })}
      </ul>
      {loaded.status === "loading" && <Loading />}
      {loaded.status === "ready" && options.length === 0 && <Note>{t("noResults")}</Note>}
      {loaded.status === "failed" && <Note>{t("failed")}</Note>}
      {isAtLimit(loaded) && (
        <p className="px-2 py-1 text-muted text-sm" title={t("limit", { count: options.length })}>
          <span aria-hidden="true">...</span>
          <span className="sr-only">{t("limit", { count: options.length })}</span>
        </p>
      )}
    </>
  );
}

function Loading() {
  const t = useTranslations("fields.picker");
  return (
    <div className="flex flex-col gap-3 px-2 py-2">
      <span className="sr-only">{t("loading")}</span>
      <Skeleton className="w-3/4" />
      <Skeleton className="w-1/2" />
    </div>
  );
}

function Note({ children }: { children: string }) {
  return <p className="px-2 py-1.5 text-muted text-sm">{children}</p>;
}
