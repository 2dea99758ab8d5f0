import type { ReactNode } from "react";
import { cn } from "./cn";

interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  /** Suggested next step, usually a button. */
  action?: ReactNode;
  className?: string;
}

export function EmptyState({ icon, title, description, action, className }: EmptyStateProps) {
  return (
    <div className={cn("flex flex-col items-center justify-center gap-1 px-4 py-12 text-center", className)}>
      {icon && (
        <span
          aria-hidden="true"
          className="mb-2 flex size-10 items-center justify-center rounded-lg border border-border bg-surface text-muted [&_svg]:size-5"
        >
          {icon}
        </span>
      )}
      <p className="font-medium">{title}</p>
      {description && <p className="max-w-[56ch] text-balance text-muted text-sm">{description}</p>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
