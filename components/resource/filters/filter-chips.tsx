"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useRef } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { FilterControl } from "./filter-control";
import { FilterPopover } from "./filter-popover";
import { useFilterTexts } from "./use-filter-texts";

interface FilterChipsProps {
  control: FilterControl;
  /** Receives the focus when the last chip is removed. */
  fallback: RefObject<HTMLButtonElement | null>;
}

/** Active filters of a table, to change or remove (TL-04). */
export default function FilterChips({ control, fallback }: FilterChipsProps) {
  const t = useTranslations("resource.filters");
  const texts = useFilterTexts(control.targets);
  const list = useRef<HTMLUListElement>(null);
  const { filters, remove, clear } = control;

  const removeAt = (at: number) => {
    remove(at);
    // The button is removed: moves the focus to the next one.
    const others = list.current?.querySelectorAll<HTMLButtonElement>("button[data-remove]") ?? [];
    (others[at + 1] ?? others[at - 1] ?? fallback.current)?.focus();
  };

  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      <ul ref={list} aria-label={t("active")} className="contents">
        {filters.map((filter, at) => {
          const sentence = texts.sentence(filter);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: filters may be equal and are changed by index
              key={`${at} ${sentence}`}
              className="inline-flex max-w-full items-center rounded border border-primary/30 bg-primary/8 text-sm"
            >
              <FilterPopover control={control} at={at}>
                <button
                  type="button"
                  aria-label={t("change", { filter: sentence })}
                  className="line-clamp-3 min-h-7 min-w-0 break-words rounded-l py-1 pr-1 pl-2.5 text-left hover:bg-hover"
                >
                  {sentence}
                </button>
              </FilterPopover>
              <IconButton
                data-remove=""
                size="sm"
                label={t("remove", { filter: sentence })}
                onClick={() => removeAt(at)}
              >
                <X />
              </IconButton>
            </li>
          );
        })}
      </ul>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          clear();
          fallback.current?.focus();
        }}
      >
        {t("clear")}
      </Button>
    </div>
  );
}
