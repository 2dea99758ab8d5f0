import type { LucideIcon } from "lucide-react";

/** The kind of a record that has no picture of its own, at the size of an avatar. */
export function RecordIcon({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span
      aria-hidden="true"
      className="flex size-10 items-center justify-center rounded-lg border bg-surface text-muted [&_svg]:size-5"
    >
      <Icon />
    </span>
  );
}
