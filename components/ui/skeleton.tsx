import { cn } from "./cn";

/** A grey bar in the shape of what comes; give it a height and a width. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn("block h-4 animate-pulse forced-colors:border rounded-sm bg-hover", className)}
    />
  );
}
