"use client";
import { FileQuestion, Search, Undo2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useEffect, useId } from "react";
import { useAreas } from "@/components/area/areas-context";
import { findArea } from "@/components/area/route";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Popover } from "@/components/ui/popover";
import { type Entry, useTabSearch } from "./use-tab-search";

interface TabListProps {
  onClose: () => void;
  button: RefObject<HTMLButtonElement | null>;
}

/** Combobox of open and recently closed tabs to activate or close. */
export function TabList({ onClose, button }: TabListProps) {
  const t = useTranslations("shell.tabs");
  const noResults = useTranslations("common")("noResults");
  const listId = useId();
  const search = useTabSearch(onClose);
  const { entries, current } = search;
  const rowId = (key: string) => `${listId}-${key}`;
  const currentId = current && rowId(current.key);

  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: "nearest" });
  }, [currentId]);

  const rows = (closed: boolean): ReactNode =>
    entries
      .filter((entry) => entry.closed === closed)
      .map((entry) => (
        <Row
          key={entry.key}
          id={rowId(entry.key)}
          entry={entry}
          current={entry === current}
          onPoint={() => search.point(entry)}
          onChoose={() => search.choose(entry)}
          onClose={() => search.close(entry)}
        />
      ));
  const anyClosed = entries.some(({ closed }) => closed);

  return (
    <Popover
      open
      onOpenChange={(open) => !open && onClose()}
      anchor={<span aria-hidden="true" className="pointer-events-none absolute inset-0" />}
      returnFocus={button}
      label={t("search.title")}
      align="end"
      className="flex w-[336px] flex-col overflow-hidden"
    >
      <div className="border-border border-b p-2">
        <Input
          icon={<Search />}
          role="combobox"
          aria-label={t("search.label")}
          aria-expanded
          aria-haspopup="grid"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={currentId}
          placeholder={t("search.label")}
          autoComplete="off"
          spellCheck={false}
          value={search.phrase}
          onChange={({ target }) => search.type(target.value)}
          onKeyDown={search.onKeyDown}
          className="w-full"
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: grid of a combobox, for which a table lacks roles */}
      <div
        role="grid"
        id={listId}
        aria-label={t("search.title")}
        className="max-h-[min(336px,60dvh)] overflow-y-auto overscroll-contain p-1"
      >
        {rows(false)}
        {anyClosed && (
          <div aria-hidden="true" className="px-2 pt-2 pb-1 text-muted text-xs">
            {t("search.closed")}
          </div>
        )}
        {rows(true)}
      </div>
      <p role="status" className={cn("text-muted text-sm", entries.length === 0 ? "px-3 pb-3" : "sr-only")}>
        {entries.length === 0 ? noResults : search.phrase && t("search.found", { count: entries.length })}
      </p>
    </Popover>
  );
}

interface RowProps {
  id: string;
  entry: Entry;
  current: boolean;
  onPoint: () => void;
  onChoose: () => void;
  onClose: () => void;
}

function Row({ id, entry, current, onPoint, onChoose, onClose }: RowProps) {
  const t = useTranslations("shell.tabs");
  const areas = useAreas();
  const { title, path, area, active, unsaved, closed, close } = entry;
  // Visually hidden text would add spaces before commas in screen readers.
  const name = [title, unsaved && t("unsaved"), closed && t("search.closed"), area]
    .filter(Boolean)
    .join(", ");
  const Icon = closed ? Undo2 : (findArea(areas, path.split("/")[1] ?? "")?.icon ?? FileQuestion);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    <div
      role="row"
      id={id}
      tabIndex={-1}
      aria-selected={current}
      onPointerMove={onPoint}
      className={cn("flex h-9 items-center rounded text-sm", current && "bg-hover")}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys */}
      <div
        role="gridcell"
        tabIndex={-1}
        aria-label={name}
        onClick={onChoose}
        className="flex h-full min-w-0 flex-1 cursor-pointer items-center gap-2 pl-2"
      >
        <Icon aria-hidden="true" className={cn("size-4 shrink-0 text-muted", active && "text-primary")} />
        <span className={cn("min-w-0 shrink truncate", active && "font-medium")}>{title}</span>
        {unsaved && <span aria-hidden="true" className="drawn size-2 shrink-0 rounded-full bg-warning" />}
        {area && (
          <span className="ml-auto max-w-[45%] shrink-[2] truncate pr-2 text-muted text-xs">{area}</span>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
      <div role="gridcell" tabIndex={-1} className="flex w-8 shrink-0 items-center justify-center">
        {close && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={t("close", { title })}
            title={t("close", { title })}
            onMouseDown={(event) => event.preventDefault()}
            onClick={onClose}
            className="flex size-6 items-center justify-center rounded-sm text-muted hover:bg-selected hover:text-text"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        )}
      </div>
    </div>
  );
}
