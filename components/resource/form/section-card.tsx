import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

interface SectionCardProps {
  title: string;
  titleId: string;
  description?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A titled box in the one column of a detail view. */
export function SectionCard({ title, titleId, description, action, children }: SectionCardProps) {
  return (
    <section aria-labelledby={titleId} className="@container rounded-lg border bg-surface">
      <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2">
        {/* What is said beneath the title keeps half a line on a phone: the action goes below it. */}
        <div className={cn("min-w-0 flex-1", description && "basis-48")}>
          <h2 id={titleId} className="font-semibold text-base">
            {title}
          </h2>
          {description && <p className="text-muted text-xs">{description}</p>}
        </div>
        {action}
      </header>
      <div className="p-4">{children}</div>
    </section>
  );
}
