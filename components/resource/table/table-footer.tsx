"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { useFormat } from "@/lib/client/format";
import { allRows } from "@/lib/contract/paging";
import { ReasonedButton } from "../form/reasoned-button";
import { type ListState, maxAtOnce, offeredPageSizes, pageSizes } from "../list/list-call";
import type { ListControl } from "../list/list-state";
import { gap, pageCount, pageWindow } from "../list/page-window";
import { useRange } from "./table-status";

interface TableFooterProps {
  control: ListControl;
  /** State of the visible rows, which may belong to the previous page. */
  shown: Pick<ListState, "page" | "pageLimit">;
  totalCount: number;
  /** There are more rows, not counted. */
  isMore?: boolean;
}

/** Range and total, page size where useful, and the pages (TL-01). */
export function TableFooter({ control: { state, change }, shown, totalCount, isMore }: TableFooterProps) {
  const t = useTranslations("resource.table");
  const sizeLabel = useId();
  const { page, pageLimit } = state;
  const pages = pageCount(totalCount, pageLimit);
  const isAll = pageLimit === allRows;
  const max = Math.max(...pageSizes);
  const range = useRange({ shown, totalCount });

  return (
    <footer className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-t @lg:gap-x-4 px-3 print:hidden py-1.5 text-muted text-xs tabular-nums">
      <p>{t(isMore ? "rangeOfMore" : "range", range)}</p>
      {totalCount > pageSizes[0] && (
        <div className="flex items-center gap-2">
          <label htmlFor={sizeLabel} className="hidden @lg:block">
            {t("rowsPerPage")}
          </label>
          <Select
            id={sizeLabel}
            aria-label={t("rowsPerPage")}
            className="w-16 text-text @lg:w-18 [&_select]:h-7 [&_select]:text-xs"
            value={String(pageLimit)}
            onChange={(event) => change({ pageLimit: Number(event.target.value), page: 1 })}
            options={[
              ...offeredPageSizes(totalCount, pageLimit).map((size) => ({
                value: String(size),
                label: String(size),
              })),
              ...(isAll ? [{ value: String(allRows), label: t("all") }] : []),
            ]}
          />
        </div>
      )}
      {pages > 1 && totalCount > max && !isMore && (
        <ReasonedButton
          size="sm"
          variant="ghost"
          className="hidden @sm:inline-flex"
          disabledReason={totalCount > maxAtOnce ? t("showAtMost", { count: maxAtOnce }) : undefined}
          onClick={() => change({ pageLimit: allRows, page: 1 })}
        >
          {t("showAll", { total: range.total })}
        </ReasonedButton>
      )}
      {isAll && totalCount > max && <p className="hidden @2xl:block">{t("findHint")}</p>}
      {pages > 1 && <Pages page={page} pages={pages} onPage={(next) => change({ page: next })} />}
    </footer>
  );
}

interface PagesProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Links to the neighbouring, first and last pages. */
function Pages({ page, pages, onPage }: PagesProps) {
  const t = useTranslations("resource.table");
  const format = useFormat();
  return (
    <nav aria-label={t("pages")} className="ml-auto flex items-center gap-0.5">
      <IconButton
        label={t("previousPage")}
        size="sm"
        // Not `disabled`, so that keyboard users keep the focus at the ends.
        aria-disabled={page <= 1 || undefined}
        onClick={() => page > 1 && onPage(page - 1)}
      >
        <ChevronLeft />
      </IconButton>
      {pageWindow(page, pages).map((part, index, parts) =>
        part === gap ? (
          <span key={`after ${parts[index - 1]}`} aria-hidden="true" className="w-5 text-center">
            …
          </span>
        ) : (
          <button
            key={part}
            type="button"
            aria-label={t("page", { page: part })}
            aria-current={part === page ? "page" : undefined}
            onClick={() => onPage(part)}
            className={cn(
              "h-7 min-w-7 rounded px-1.5 transition-colors hover:bg-hover",
              part === page && "bg-selected font-medium text-primary",
            )}
          >
            {format.number(part)}
          </button>
        ),
      )}
      <IconButton
        label={t("nextPage")}
        size="sm"
        aria-disabled={page >= pages || undefined}
        onClick={() => page < pages && onPage(page + 1)}
      >
        <ChevronRight />
      </IconButton>
    </nav>
  );
}
