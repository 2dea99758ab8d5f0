"use client";
import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";

const Calendar = lazyPart(() => import("./calendar"));

/** Reserves the calendar's size, to avoid a layout shift when it is loaded. */
export function LazyCalendar(props: ComponentProps<typeof Calendar>) {
  return (
    <Suspense fallback={<Skeleton className="h-[284px] w-[252px]" />}>
      <Calendar {...props} />
    </Suspense>
  );
}
