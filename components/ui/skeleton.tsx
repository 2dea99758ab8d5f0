import { cn } from "./cn";

/** Grey placeholder bar; set height and width by class. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn("block h-4 animate-pulse forced-colors:border rounded-sm bg-hover", className)}
    />
  );
}
