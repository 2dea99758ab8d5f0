"use client";
import { Rows3, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ErrorView } from "@/components/errors/error-view";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ApiError } from "@/lib/client/api/error";
import { pageSizes } from "../list/list-call";
import type { ListControl } from "../list/list-state";

export interface EmptyTexts {
  icon?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  /** Suggested next step. */
  action?: ReactNode;
}

interface TableEmptyProps {
  texts: EmptyTexts;
  phrase: string;
  isFiltered: boolean;
  onClearSearch: () => void;
}

/** Shows that there are no records yet, with the next step, or no matches, with a reset. */
export function TableEmpty({ texts, phrase, isFiltered, onClearSearch }: TableEmptyProps) {
  const t = useTranslations("resource.table");
  const common = useTranslations("common");
  const filters = useTranslations("resource.filters");
  if (phrase === "" && !isFiltered) return <EmptyState {...texts} />;
  return (
    <EmptyState
      icon={<SearchX />}
      title={common("noResults")}
      description={
        <span className="break-words">
          {isFiltered ? filters("noResults") : t("noResultsFor", { phrase })}
        </span>
      }
      action={<Button onClick={onClearSearch}>{isFiltered ? filters("clearAll") : t("clearSearch")}</Button>}
    />
  );
}

interface TableFailedProps {
  error: Error;
  /** State of the failed table, if it is one. */
  control?: ListControl;
  onRetry: () => void;
}

/** View errors (RT-04) in place of the rows; the search and the rest of the view stay. */
export function TableFailed({ error, control, onRetry }: TableFailedProps) {
  const t = useTranslations("resource.table");
  if (error instanceof ApiError && error.code === "tooManyRows" && control)
    return (
      <EmptyState
        icon={<Rows3 />}
        title={t("tooManyRows")}
        description={error.serverMessage}
        action={
          <Button
            onClick={() => control.change({ pageLimit: Math.max(...pageSizes), page: 1 }, { replace: true })}
          >
            {t("showPages", { size: Math.max(...pageSizes) })}
          </Button>
        }
      />
    );
  const { status, requestId } = error instanceof ApiError ? error : { status: 0 };
  return <ErrorView status={status} requestId={requestId} onRetry={onRetry} layout="inline" />;
}
