import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { type ResourceColumn, shownFrom } from "./columns";

// Different lengths look like text; the same ones each time do not flicker.
const lengths = ["w-3/5", "w-2/5", "w-4/5", "w-1/2", "w-2/3"];

interface TableSkeletonProps {
  columns: readonly ResourceColumn<never>[];
  selectable: boolean;
  rows: number;
}

/** As many rows as a page has, in the columns that will come, so that nothing moves when they do. */
export function TableSkeleton({ columns, selectable, rows }: TableSkeletonProps) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((key, row) => (
        <tr key={key} className="h-row border-b">
          {selectable && (
            <td className="px-3">
              <Skeleton className="size-4" />
            </td>
          )}
          {columns.map(({ id, from }, column) => (
            <td key={id} className={cn("px-3", from && shownFrom[from])}>
              <Skeleton className={cn("h-3", lengths[(row + column) % lengths.length])} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
