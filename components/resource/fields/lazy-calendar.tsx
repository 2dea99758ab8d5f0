"use client";
import { type ComponentProps, lazy, Suspense } from "react";
import { Skeleton } from "@/components/ui/skeleton";

const Calendar = lazy(() => import("./calendar"));

/** As large as the calendar, so that the panel does not jump when it arrives. */
export function LazyCalendar(props: ComponentProps<typeof Calendar>) {
  return (
    <Suspense fallback={<Skeleton className="h-[284px] w-[252px]" />}>
      <Calendar {...props} />
    </Suspense>
  );
}
