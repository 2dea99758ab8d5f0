"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { icons, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { reportError } from "@/components/errors/report-error";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchInput } from "@/components/ui/search-input";
import { toast } from "@/components/ui/toast";
import { copyText } from "@/lib/client/clipboard";
import { useTab } from "@/lib/client/tabs";
import { searchIcons } from "./icon-names";

const names = Object.keys(icons);

/** Gallery of icons; clicking one copies its import name. The phrase is in the address. */
export default function IconGallery() {
  const t = useTranslations("playground.icons");
  const { query, setQuery } = useTab();
  const phrase = query.phrase ?? "";
  const searched = useDeferredValue(phrase);
  const found = useMemo(() => searchIcons(names, searched), [searched]);

  const copy = async (name: string) => {
    try {
      await copyText(name);
      toast.success(t("copied", { name }));
    } catch {
      reportError(t("copyFailed", { name }));
    }
  };

  return (
    <div className="flex h-full min-h-0 flex-col">
      <h1 className="sr-only">{t("grid")}</h1>
      <div className="flex flex-wrap items-center gap-3 border-b px-4 py-3 sm:px-6">
        <search className="min-w-0 max-w-md flex-1">
          <SearchInput
            type="search"
            aria-label={t("search")}
            placeholder={t("search")}
            value={phrase}
            maxLength={100}
            onChange={(event) => setQuery({ phrase: event.target.value || undefined }, { replace: true })}
          />
        </search>
        <p role="status" className="text-muted text-sm tabular-nums">
          {t("count", { count: found.length })}
        </p>
      </div>
      {found.length > 0 ? (
        <IconGrid key={searched} names={found} label={t("grid")} onChoose={copy} />
      ) : (
        <EmptyState icon={<SearchX />} title={t("none", { phrase: searched })} description={t("noneHint")} />
      )}
    </div>
  );
}

interface IconGridProps {
  names: readonly string[];
  label: string;
  onChoose: (name: string) => void;
}

const minCellWidth = 112;
const rowHeight = 88;

/** Renders only visible rows. One tab stop; arrow, page, home and end keys move inside. */
function IconGrid({ names, label, onChoose }: IconGridProps) {
  const box = useRef<HTMLDivElement>(null);
  const columns = useColumns(box);
  const [active, setActive] = useState(0);
  /** Icon to focus once its row is rendered. */
  const wanted = useRef<number>(undefined);
  const rows = Math.ceil(names.length / columns);
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 4,
  });

  const press = (event: KeyboardEvent) => {
    const page = Math.max(Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1, 1) * columns;
    const last = names.length - 1;
    const targets: Record<string, number> = {
      ArrowRight: active + 1,
      ArrowLeft: active - 1,
      ArrowDown: active + columns,
      ArrowUp: active - columns,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(target, 0), last);
    virtual.scrollToIndex(Math.floor(next / columns));
    wanted.current = next;
    setActive(next);
  };

  return (
    <div ref={box} className="min-h-0 flex-1 overflow-y-auto p-2 sm:p-4">
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot omit invisible rows */}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={rows}
        aria-colcount={columns}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={press}
      >
        {virtual.getVirtualItems().map((row) => (
          // biome-ignore lint/a11y/useSemanticElements: see the grid
          // biome-ignore lint/a11y/useFocusableInteractive: the buttons in its cells take the focus
          <div
            key={row.key}
            role="row"
            aria-rowindex={row.index + 1}
            className="absolute inset-x-0 grid gap-2 pb-2"
            style={{
              height: rowHeight,
              transform: `translateY(${row.start}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {names.slice(row.index * columns, (row.index + 1) * columns).map((name, column) => {
              const index = row.index * columns + column;
              return (
                // biome-ignore lint/a11y/useSemanticElements: see the grid
                // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes the focus
                <div key={name} role="gridcell" aria-colindex={column + 1}>
                  <IconCell
                    name={name}
                    reachable={index === active}
                    ref={(button) => {
                      if (!button || wanted.current !== index) return;
                      wanted.current = undefined;
                      button.focus();
                    }}
                    onFocus={() => setActive(index)}
                    onChoose={() => onChoose(name)}
                  />
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

interface IconCellProps {
  ref: Ref<HTMLButtonElement>;
  name: string;
  reachable: boolean;
  onFocus: () => void;
  onChoose: () => void;
}

function IconCell({ ref, name, reachable, onFocus, onChoose }: IconCellProps) {
  const Icon = icons[name as keyof typeof icons];
  return (
    <button
      ref={ref}
      type="button"
      tabIndex={reachable ? 0 : -1}
      title={name}
      onFocus={onFocus}
      onClick={onChoose}
      className="flex size-full flex-col items-center justify-center gap-2 rounded border bg-surface px-1.5 hover:bg-hover"
    >
      <Icon aria-hidden="true" className="size-6 shrink-0" />
      <span className="w-full truncate text-center text-muted text-xs">{name}</span>
    </button>
  );
}

/** Number of columns that fit; one until the width is known. */
function useColumns(box: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setColumns(Math.max(Math.floor((element.clientWidth - 16) / minCellWidth), 1));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return columns;
}
