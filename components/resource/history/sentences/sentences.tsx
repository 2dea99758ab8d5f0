"use client";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, Suspense, useId, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Avatar } from "@/components/ui/avatar";
import { IconButton } from "@/components/ui/icon-button";
import { useFormat } from "@/lib/client/format";
import type { HistoryRow } from "@/lib/contract/history";
import { namesIn, useAvatarAddress } from "../../values/person-name";
import { ChangeSentence, RecordLink } from "./change-sentence";
import { isInline } from "./change-values";
import { daysOf } from "./sentence";

// Rarely needed.
const Details = lazyPart(() => import("./details"));

export interface SentencesProps<Change extends HistoryRow> {
  /** Newest first. */
  changes: readonly Change[];
  /** Names of fields. */
  label: (name: string, change: Change) => string;
  /** Address of a changed record; undefined if it cannot be opened. */
  pathOf?: (change: Change) => string | undefined;
  /** Of one record, whose name the sentences leave out. */
  isOfRecord?: boolean;
  /** Further actions of a change, at the end of its text. @param textId of its sentence */
  actionOf?: (change: Change, textId: string) => ReactNode;
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
  const days = daysOf(changes, format.longDate);
  let shown = 0;
  const narrow = () => (shown >= narrowLimit ? "max-lg:hidden" : undefined);
  return days.map(({ day, lines }) => (
    <div key={day} className={narrow()}>
      <h3 className="px-4 pt-3 pb-1 font-medium text-muted text-xs">{day}</h3>
      <ul>
        {lines.map((group) => {
          const className = narrow();
          shown += 1;
          return <Line key={group[0]?.id} group={group} className={className} {...line} />;
        })}
      </ul>
    </div>
  ));
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
                    <RecordLink isInList name={change.recordName} path={line.pathOf?.(change)} />
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

interface ChangeProps<Row extends HistoryRow> extends Omit<LineProps<Row>, "group" | "className"> {
  change: Row;
  children?: ReactNode;
}

/** The sentence of a change with its author, time, details and actions. */
function Change<Row extends HistoryRow>({
  change,
  label: labelOf,
  pathOf,
  isOfRecord,
  actionOf,
  children,
}: ChangeProps<Row>) {
  const common = useTranslations("common");
  const format = useFormat();
  const addressOf = useAvatarAddress();
  const textId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const hasMore = isShortened(change);
  const label = (name: string) => labelOf(name, change);
  const { author, changedBy, changedOn } = change;
  return (
    <div data-change className="group/change flex min-w-0 items-start gap-3 px-4 py-1.5 hover:bg-hover">
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
      <div className="relative flex shrink-0 items-center gap-2">
        {actionOf?.(change, textId)}
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
          className="min-h-6 whitespace-nowrap leading-6 text-muted text-xs tabular-nums"
        >
          {format.time(changedOn)}
        </time>
      </div>
    </div>
  );
}

/** Whether the sentence leaves something out. */
const isShortened = ({ values }: HistoryRow): boolean =>
  values?.some(({ name, previous, current }) => values.length > 1 || !isInline(name, previous, current)) ??
  false;
