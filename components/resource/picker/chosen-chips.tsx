"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { SelectionControl } from "../table/selection";

interface ChosenChipsProps<Row> {
  selection: SelectionControl<Row>;
  nameOf: (row: Row) => string;
  /** Said in their place while nothing is chosen, so that nothing moves when something is. */
  hint: string;
}

/** More are counted: nobody looks through them one by one. */
const maxShown = 20;

/** What is chosen on all pages and in all searches, each to take back (TL-06). */
export function ChosenChips<Row>({ selection, nameOf, hint }: ChosenChipsProps<Row>) {
  const t = useTranslations("resource.picker");
  const bulk = useTranslations("resource.bulk");
  const list = useRef<HTMLUListElement>(null);
  const { selected, setSelected } = selection;
  const shown = [...selected].slice(0, maxShown);
  const more = selected.size - shown.length;

  const remove = (id: string, at: number) => {
    setSelected(new Map([...selected].filter(([other]) => other !== id)));
    // The button is about to go: the focus passes to the one that takes its place.
    const others = list.current?.querySelectorAll<HTMLButtonElement>("button") ?? [];
    (others[at + 1] ?? others[at - 1])?.focus();
  };

  if (selected.size === 0) return <p className="flex min-h-9 items-center text-muted text-sm">{hint}</p>;
  return (
    <div className="flex max-h-24 min-h-9 flex-wrap items-center gap-1.5 overflow-y-auto">
      <ul ref={list} aria-label={t("chosen")} className="contents">
        {shown.map(([id, row], at) => (
          <li
            key={id}
            className="inline-flex max-w-full items-center rounded border border-primary/30 bg-primary/8 pl-2.5 text-sm"
          >
            <span className="min-w-0 truncate">{nameOf(row)}</span>
            <IconButton size="sm" label={t("unchoose", { name: nameOf(row) })} onClick={() => remove(id, at)}>
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
      {more > 0 && <span className="text-muted text-sm">{bulk("andMore", { count: more })}</span>}
      {selected.size > 1 && (
        <Button size="sm" variant="ghost" onClick={() => setSelected(new Map())}>
          {t("clear")}
        </Button>
      )}
    </div>
  );
}
