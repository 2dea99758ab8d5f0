import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

interface HomeCardProps {
  title: string;
  hint?: string;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Card of the home page with a heading. */
export function HomeCard({ title, hint, action, className, children }: HomeCardProps) {
  return (
    <section
      aria-label={title}
      className={cn("@container flex flex-col rounded-lg border bg-surface", className)}
    >
      <header className="flex min-h-12 items-center gap-3 border-b px-4 py-2">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-base">{title}</h2>
          {hint && <p className="text-muted text-sm">{hint}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}

/** Classes for a card row that is clickable as a whole: for the list item, and the link in it. */
export const pressable = {
  item: "relative flex min-w-0 items-center gap-3 px-4 py-2 hover:bg-hover",
  link: "rounded-sm after:absolute after:inset-0",
};

/** Message of an empty card. */
export function Nothing({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-2 px-4 py-6 text-center text-muted text-sm [&_svg]:size-5">
      {icon}
      <p>{children}</p>
    </div>
  );
}
