"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { ChosenLabels } from "../chosen-labels";

interface ChosenEntriesProps {
  ids: readonly string[];
  nameOf: (id: string) => string;
  /** All of them, each with a button to remove it, while the box has the focus. */
  expanded: boolean;
  disabled?: boolean;
  onRemove: (id: string) => void;
}

/** What is chosen, in the box before the text: up to three and +N at rest. */
export function ChosenEntries({ ids, nameOf, expanded, disabled, onRemove }: ChosenEntriesProps) {
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
        // The text box keeps the focus; Backspace removes from the keyboard.
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
