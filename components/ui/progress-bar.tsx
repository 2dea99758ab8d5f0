import { cn } from "./cn";

interface ProgressBarProps {
  /** What is under way, and of what. */
  label: string;
  value: number;
  /** What `value` is when all is done: percent unless given. Of nothing all is done. */
  max?: number;
  className?: string;
}

/** How far something is whose end is known. */
export function ProgressBar({ label, value, max = 100, className }: ProgressBarProps) {
  const percent = max === 0 ? 100 : (100 * value) / max;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cn("h-1.5 overflow-hidden rounded-full bg-primary/15", className)}
    >
      <div className="drawn h-full bg-primary" style={{ width: `${percent}%` }} />
    </div>
  );
}
