import { cn } from "./cn";

interface ProgressBarProps {
  /** Name of the operation and its subject. */
  label: string;
  value: number;
  /** `value` at completion; 100 for percent by default. With 0 it is complete. */
  max?: number;
  className?: string;
}

/** Progress of an operation of known length. */
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
