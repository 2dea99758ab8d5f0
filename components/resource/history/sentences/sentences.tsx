"use client";
import { useState } from "react";
import type { HistoryRow } from "@/lib/contract/history";
import { Change, type ChangeProps, ChangeTime } from "./change";
import { useDayName } from "./day-name";
import { MoreAlike } from "./more-alike";
import { daysOf } from "./sentence";

export interface SentencesProps<Change extends HistoryRow>
  extends Pick<ChangeProps<Change>, "label" | "pathOf" | "isOfRecord" | "actionOf"> {
  /** Newest first. */
  changes: readonly Change[];
  /** Lines shown on small screens. */
  narrowLimit?: number;
}

/** Changes as sentences by day; many alike are one line with their number. */
export function Sentences<Change extends HistoryRow>({
  changes,
  narrowLimit = Number.POSITIVE_INFINITY,
  ...line
}: SentencesProps<Change>) {
  const days = daysOf(changes, useDayName());
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

/** One change, or alike ones behind their newest. */
function Line<Row extends HistoryRow>({ group: [newest, ...others], className, ...line }: LineProps<Row>) {
  const [isOpen, setIsOpen] = useState(false);
  if (!newest) return null;
  return (
    <li className={className}>
      <TimedChange change={newest} {...line}>
        {others.length > 0 && (
          <MoreAlike
            change={newest}
            others={others}
            isOpen={isOpen}
            onToggle={() => setIsOpen(!isOpen)}
            {...line}
          />
        )}
      </TimedChange>
      {isOpen && (
        <ul className="ml-7">
          {others.map((change) => (
            <li key={change.id}>
              <TimedChange change={change} {...line} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function TimedChange<Row extends HistoryRow>(props: ChangeProps<Row>) {
  return (
    <div data-change className="group/change flex min-w-0 items-start gap-2 px-4 py-1.5 hover:bg-hover">
      <Change {...props} />
      <ChangeTime
        changedOn={props.change.changedOn}
        className="min-h-6 whitespace-nowrap leading-6 text-muted text-xs tabular-nums"
      />
    </div>
  );
}
