import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

interface HomeCardProps {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  /** Title and content share one line, such as in an empty card. */
  isLine?: boolean;
  className?: string;
  children: ReactNode;
}

/** Card of the home page with a heading. */
export function HomeCard({ title, hint, action, isLine = false, className, children }: HomeCardProps) {
  const heading = <h2 className="font-semibold text-base">{title}</h2>;
  return (
    <section
      aria-label={title}
      className={cn(
        "@container flex rounded-lg border bg-surface",
        isLine ? "min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2" : "flex-col",
        className,
      )}
    >
      {isLine ? (
        heading
      ) : (
        <header className="flex min-h-12 items-center gap-3 border-b px-4 py-2">
          <div className="min-w-0 flex-1">
            {heading}
            {hint && <p className="text-muted text-sm">{hint}</p>}
          </div>
          {action}
        </header>
      )}
      {children}
      {isLine && action}
    </section>
  );
}

/** Classes for a card row that is clickable as a whole: for the list item, and the link in it. */
export const pressable = {
  item: "relative flex min-w-0 items-center gap-3 px-4 py-2 hover:bg-hover",
  link: "rounded-sm after:absolute after:inset-0",
};

/** Message of an empty card, which is one line. */
export function Nothing({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex min-h-8 min-w-0 items-center gap-2 text-muted text-sm [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      {children}
    </p>
  );
}
