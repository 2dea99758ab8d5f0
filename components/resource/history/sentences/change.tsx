"use client";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, Suspense, useId, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Avatar } from "@/components/ui/avatar";
import { IconButton } from "@/components/ui/icon-button";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { useFormat } from "@/lib/client/format";
import type { HistoryRow } from "@/lib/contract/history";
import { namesIn, useAvatarAddress } from "../../values/person-name";
import { ChangeSentence } from "./change-sentence";
import { isInline } from "./change-values";

// Rarely needed.
const Details = lazyPart(() => import("./details"));

export interface ChangeProps<Row extends HistoryRow> {
  change: Row;
  /** Names of fields. */
  label: (name: string, change: Row) => string;
  /** Address of a changed record; undefined if it cannot be opened. */
  pathOf?: (change: Row) => string | undefined;
  /** Of one record, whose name the sentences leave out. */
  isOfRecord?: boolean;
  /** Further actions of a change, at the end of its text. @param textId of its sentence */
  actionOf?: (change: Row, textId: string) => ReactNode;
  /** Over the author's picture. */
  mark?: ReactNode;
  /** After the sentence. */
  children?: ReactNode;
}

/** The sentence of a change with its author, details and actions. */
export function Change<Row extends HistoryRow>({
  change,
  label: labelOf,
  pathOf,
  isOfRecord,
  actionOf,
  mark,
  children,
}: ChangeProps<Row>) {
  const common = useTranslations("common");
  const addressOf = useAvatarAddress();
  const textId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const label = (name: string) => labelOf(name, change);
  const { author, changedBy } = change;
  return (
    <div className="flex min-w-0 flex-1 items-start gap-3">
      <span className="relative flex">
        <Avatar {...namesIn(changedBy)} src={author ? addressOf(author) : undefined} size={24} />
        {mark}
      </span>
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
      <div className="relative flex shrink-0 items-center gap-2 empty:hidden">
        {actionOf?.(change, textId)}
        {isShortened(change) && (
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
      </div>
    </div>
  );
}

/** Time of a change within its day; all of it on hover. */
export function ChangeTime({ changedOn, className }: { changedOn: string; className?: string }) {
  const format = useFormat();
  return (
    <time dateTime={changedOn} title={format.longDateTime(changedOn)} className={className}>
      <VisuallyHidden>{format.date(changedOn)} </VisuallyHidden>
      {format.time(changedOn)}
    </time>
  );
}

/** Whether the sentence leaves something out. */
const isShortened = ({ values }: HistoryRow): boolean =>
  values?.some(({ name, previous, current }) => values.length > 1 || !isInline(name, previous, current)) ??
  false;
