"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { useFieldLabels } from "@/components/resource/form/field-label";
import { Change, ChangeTime } from "@/components/resource/history/sentences/change";
import { MoreAlike } from "@/components/resource/history/sentences/more-alike";
import type { FoldedRow } from "@/components/resource/history/sentences/sentence";
import { useTimeline } from "@/components/resource/history/use-timeline";
import type { ResourceColumn, Timeline } from "@/components/resource/list/columns";
import { cn } from "@/components/ui/cn";
import type { AuditRow } from "@/lib/contract/audit";
import { areaOf, useRecordPath } from "./change";
import { OperationIcon } from "./operation-icon";

type Row = FoldedRow<AuditRow>;

/** Changes as sentences by day; the column of the time links to all of a change. */
export function useAuditTimeline(columns: readonly ResourceColumn<AuditRow>[]): Timeline<AuditRow> {
  const history = useTranslations("history");
  const days = useTimeline<AuditRow>();
  const fieldLabel = useFieldLabels();
  const pathOf = useRecordPath();
  return useMemo(() => {
    const label = (name: string, { collection }: AuditRow) => fieldLabel(areaOf(collection), name);
    const { isUnfolded, toggle, ...timeline } = days;
    const sentence = (row: Row) => (
      <span className={cn("flex py-0.5", row.isBehind && "pl-4 @md:pl-8")}>
        <Change
          change={row}
          label={label}
          pathOf={pathOf}
          mark={<OperationIcon operation={row.operation} className={markClass} />}
        >
          {row.address !== null && (
            // Where the column of addresses has no room.
            <span className="text-muted text-xs @min-[880px]:hidden"> · {row.address}</span>
          )}
          {row.alike && (
            <MoreAlike
              change={row}
              others={row.alike}
              isOpen={isUnfolded(row)}
              onToggle={() => toggle(row.id)}
              pathOf={pathOf}
            />
          )}
        </Change>
      </span>
    );
    const headerOf = (name: string) => columns.find(({ id }) => id === name)?.header ?? "";
    const further = columns
      .filter(({ id }) => id === "collection" || id === "address")
      .map((column) => ({ ...column, cell: (row: AuditRow) => line(column.cell(row)), wraps: true }));
    return {
      ...timeline,
      columns: [
        {
          id: "changedOn",
          header: history("time"),
          cell: ({ changedOn }: AuditRow) => line(<ChangeTime changedOn={changedOn} />),
          width: "w-17 @md:w-26",
          wraps: true,
        },
        {
          id: "type",
          header: headerOf("type"),
          // What the sentence says can be filtered below its head.
          parts: ["operation", "changedBy", "recordName"].map((id) => ({ id, header: headerOf(id) })),
          cell: sentence,
          wraps: true,
        },
        ...further,
      ],
    };
  }, [columns, days, fieldLabel, pathOf, history]);
}

/** Beside the first line of a sentence. */
const line = (content: ReactNode) => <span className="block py-0.5 leading-6">{content}</span>;

/** At the corner of the author's picture. */
const markClass = "-right-2 -bottom-1 absolute size-4 border border-surface [&_svg]:size-2.5";
