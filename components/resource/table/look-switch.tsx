"use client";
import { ChartNoAxesGantt, LayoutGrid } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { allRows } from "@/lib/contract/paging";
import { pageSizes } from "../list/list-call";
import type { ListControl } from "../list/list-state";
import { hasOtherLook, withOtherLook } from "./layout/layout";
import type { LayoutControl } from "./layout/use-layout";

const maxPageSize = Math.max(...pageSizes);

interface LookSwitchProps {
  layout: LayoutControl;
  list: ListControl;
  /** The order that the timeline needs; omitted for a gallery. */
  timelineBy?: string;
  /** Whether the timeline is shown. */
  isTimeline: boolean;
}

/** Shows a list as pictures, as a timeline or as rows; stored with its columns. */
export default function LookSwitch({
  layout: { layout, setLayout },
  list,
  timelineBy,
  isTimeline,
}: LookSwitchProps) {
  const t = useTranslations("resource.table");
  const isOn = timelineBy ? isTimeline : hasOtherLook(layout);
  const change = () => {
    setLayout(withOtherLook(layout, timelineBy ? isOn : !isOn));
    if (!timelineBy || isOn) return;
    const { sortBy, pageLimit } = list.state;
    const isSorted = sortBy === timelineBy;
    // A timeline needs its order, and pages.
    if (!isSorted || pageLimit === allRows)
      list.change({
        ...(!isSorted && { sortBy: timelineBy, sortDir: "desc" }),
        ...(pageLimit === allRows && { pageLimit: maxPageSize }),
        page: 1,
      });
  };
  return (
    <IconButton
      label={t(timelineBy ? "timeline" : "gallery")}
      aria-pressed={isOn}
      className={isOn ? "bg-selected text-primary" : undefined}
      onClick={change}
    >
      {timelineBy ? <ChartNoAxesGantt /> : <LayoutGrid />}
    </IconButton>
  );
}
