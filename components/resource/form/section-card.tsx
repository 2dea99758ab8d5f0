"use client";
import { type ReactNode, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { useFocusFallback } from "@/components/ui/use-kept-focus";

interface SectionCardProps {
  title: string;
  titleId: string;
  description?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** Titled card in the single column of a detail view; gets the focus if its focused control is removed. */
export function SectionCard({ title, titleId, description, action, children }: SectionCardProps) {
  const card = useRef<HTMLElement>(null);
  const kept = useFocusFallback(card);
  return (
    <section
      ref={card}
      tabIndex={-1}
      {...kept}
      aria-labelledby={titleId}
      className="@container rounded-lg border bg-surface outline-none"
    >
      <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2">
        {/* On small screens the action moves below the description. */}
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
