"use client";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, Suspense, useId, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { serverNow } from "@/lib/client/api/server-clock";
import { useFormat } from "@/lib/client/format";
import { ViewLink } from "@/lib/client/tabs";
import type { HistoryRow } from "@/lib/contract/history";
import { intlLocale } from "@/lib/format/intl-locale";
import { namesIn, useAvatarAddress } from "../../values/person-name";
import type { RestoreCall } from "../restore";
import { ChangeSentence, recordLink } from "./change-sentence";
import { maxInline } from "./change-values";
import { useRestoreKey } from "./restore-key";
import { daysOf } from "./sentence";
import { useValueText } from "./value-text";

// Rarely needed.
const Details = lazyPart(() => import("./details"));
const RestoreHere = lazyPart(() => import("./restore-here"));

export interface SentencesProps<Change extends HistoryRow> {
  /** Newest first. */
  changes: readonly Change[];
  /** Names of fields. */
  label: (name: string, change: Change) => string;
  /** Address of a changed record; undefined if it cannot be opened. */
  pathOf?: (change: Change) => string | undefined;
  /** Of one record, whose name the sentences leave out. */
  isOfRecord?: boolean;
  /** The call that restores the state after a change; undefined if the user may not or it is the current one. */
  restoreOf?: (change: Change) => RestoreCall | undefined;
  /** Lines shown on small screens. */
  narrowLimit?: number;
}

/** Changes as sentences by day; many alike are one line with their number. */
export function Sentences<Change extends HistoryRow>({
  changes,
  narrowLimit = Number.POSITIVE_INFINITY,
  ...line
}: SentencesProps<Change>) {
  const format = useFormat();
  const dayName = useDayName();
  const days = daysOf(changes, format.longDate);
  let shown = 0;
  return days.map(({ day, lines: [first, ...others] }) => {
    const isBeyond = (place: number) => place >= narrowLimit && "max-lg:hidden";
    const begin = shown;
    shown += 1 + others.length;
    return (
      <div key={day} className={cn(isBeyond(begin))}>
        <h3
          // The day may end between the server's rendering and the browser's.
          suppressHydrationWarning
          className="px-4 pt-3 pb-1 font-medium text-muted text-xs first-letter:uppercase"
        >
          {dayName(day, first?.[0]?.changedOn)}
        </h3>
        <ul>
          {[first ?? [], ...others].map((group, place) => (
            <Line key={group[0]?.id} group={group} className={cn(isBeyond(begin + place))} {...line} />
          ))}
        </ul>
      </div>
    );
  });
}

/** Today and yesterday by name, other days by date. */
function useDayName(): (day: string, instant?: string) => string {
  const format = useFormat();
  const locale = intlLocale(useLocale());
  return (day, instant) => {
    if (!instant) return day;
    const ago = [0, 1].find(
      (days) => format.longDate(new Date(serverNow() - days * 86_400_000).toISOString()) === day,
    );
    if (ago === undefined) return day;
    return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-ago, "day");
  };
}

interface LineProps<Change extends HistoryRow>
  extends Omit<SentencesProps<Change>, "changes" | "narrowLimit"> {
  group: readonly Change[];
  className?: string;
}

/** Names of other records in the line of alike changes. */
const maxNamed = 5;

/** One change, or alike ones behind their newest. */
function Line<Change extends HistoryRow>({
  group: [newest, ...others],
  className,
  ...line
}: LineProps<Change>) {
  const t = useTranslations("history.sentence");
  const [isOpen, setIsOpen] = useState(false);
  if (!newest) return null;
  const named = new Map(others.map((change) => [change.recordId, change]));
  named.delete(newest.recordId);
  return (
    <li className={className}>
      <Change change={newest} {...line}>
        {others.length > 0 && (
          <>
            {" "}
            <button
              type="button"
              aria-expanded={isOpen}
              className="inline-flex min-h-6 items-center gap-0.5 rounded-sm text-primary hover:underline [&_svg]:size-3.5"
              onClick={() => setIsOpen(!isOpen)}
            >
              {t("more", { count: others.length })}
              {isOpen ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
            </button>
            {!isOpen && !line.isOfRecord && named.size > 0 && (
              <span className="block text-muted text-xs">
                {[...named.values()].slice(0, maxNamed).map((change, place) => (
                  <span key={change.id}>
                    {place > 0 && " · "}
                    <RecordName name={change.recordName} path={line.pathOf?.(change)} />
                  </span>
                ))}
                {named.size > maxNamed && " · …"}
              </span>
            )}
          </>
        )}
      </Change>
      {isOpen && (
        <ul className="ml-7">
          {others.map((change) => (
            <li key={change.id}>
              <Change change={change} {...line} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function RecordName({ name, path }: { name: string; path?: string }) {
  return path ? (
    <ViewLink to={path} className={recordLink}>
      {name}
    </ViewLink>
  ) : (
    name
  );
}

interface ChangeProps<Row extends HistoryRow> extends Omit<LineProps<Row>, "group" | "className"> {
  change: Row;
  children?: ReactNode;
}

/** The sentence of a change with its author, time, details and 'Restore'. */
function Change<Row extends HistoryRow>({
  change,
  label: labelOf,
  pathOf,
  isOfRecord,
  restoreOf,
  children,
}: ChangeProps<Row>) {
  const common = useTranslations("common");
  const format = useFormat();
  const addressOf = useAvatarAddress();
  const textId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const restoring = restoreOf?.(change);
  const restoreKey = useRestoreKey();
  const hasMore = useHasMore(change);
  const label = (name: string) => labelOf(name, change);
  const { author, changedBy, changedOn } = change;
  return (
    <div
      ref={restoring && restoreKey}
      className="group/change relative flex min-w-0 items-start gap-3 px-4 py-1.5 hover:bg-hover"
    >
      <Avatar {...namesIn(changedBy)} src={author ? addressOf(author) : undefined} size={24} />
      <div className="min-w-0 flex-1">
        <p id={textId} className="wrap-anywhere pt-0.5 text-sm">
          <ChangeSentence change={change} label={label} path={pathOf?.(change)} isOfRecord={isOfRecord} />
          {children}
        </p>
        {isOpen && (
          <Suspense fallback={null}>
            <Details change={change} label={label} />
          </Suspense>
        )}
      </div>
      {restoring && (
        <Suspense fallback={null}>
          <RestoreHere describedBy={textId} {...restoring} />
        </Suspense>
      )}
      {hasMore && (
        <IconButton
          size="sm"
          className="size-6"
          label={common(isOpen ? "hideDetails" : "showDetails")}
          aria-expanded={isOpen}
          aria-describedby={textId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? <ChevronUp /> : <ChevronDown />}
        </IconButton>
      )}
      <time
        dateTime={changedOn}
        title={format.longDateTime(changedOn)}
        className="shrink-0 whitespace-nowrap pt-1 text-muted text-xs tabular-nums"
      >
        {format.time(changedOn)}
      </time>
    </div>
  );
}

/** Whether the sentence leaves something out. */
function useHasMore({ values }: HistoryRow): boolean {
  const textOf = useValueText();
  if (!values || values.length === 0) return false;
  return (
    values.length > 1 ||
    values.some(
      ({ name, previous, current, isCut }) =>
        isCut || [previous, current].some((value) => textOf(name, value).length > maxInline),
    )
  );
}
