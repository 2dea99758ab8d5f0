import { Skeleton } from "@/components/ui/skeleton";

/** Placeholder while a view's code loads: a heading and some rows. */
export function ViewSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4 px-4 py-4 sm:px-6">
      <Skeleton className="h-6 w-48" />
      {["w-full", "w-11/12", "w-full", "w-10/12", "w-full"].map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
        <Skeleton key={row} className={`h-5 ${width}`} />
      ))}
    </div>
  );
}
