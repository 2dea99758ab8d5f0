"use client";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useTranslations } from "next-intl";
import type { HistoryRow } from "@/lib/contract/history";
import { RecordLink } from "./change-sentence";

interface MoreAlikeProps<Change extends HistoryRow> {
  change: Change;
  /** Alike changes behind it. */
  others: readonly Change[];
  isOpen: boolean;
  onToggle: () => void;
  pathOf?: (change: Change) => string | undefined;
  isOfRecord?: boolean;
}

/** Names of other records in the line of alike changes. */
const maxNamed = 5;

/** Number of alike changes, which unfolds them, and the names of their records. */
export function MoreAlike<Change extends HistoryRow>({
  change,
  others,
  isOpen,
  onToggle,
  pathOf,
  isOfRecord = false,
}: MoreAlikeProps<Change>) {
  const t = useTranslations("history.sentence");
  const named = new Map(others.map((other) => [other.recordId, other]));
  named.delete(change.recordId);
  return (
    <>
      {" "}
      <button
        type="button"
        aria-expanded={isOpen}
        className="inline-flex min-h-6 items-center gap-0.5 rounded-sm text-left text-primary hover:underline [&_svg]:size-3.5"
        onClick={onToggle}
      >
        {t("more", { count: others.length })}
        {isOpen ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
      </button>
      {!isOpen && !isOfRecord && named.size > 0 && (
        <span className="block text-muted text-xs">
          {[...named.values()].slice(0, maxNamed).map((other, place) => (
            <span key={other.id}>
              {place > 0 && " · "}
              <RecordLink isInList name={other.recordName} path={pathOf?.(other)} />
            </span>
          ))}
          {named.size > maxNamed && " · …"}
        </span>
      )}
    </>
  );
}
