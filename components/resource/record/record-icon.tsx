import type { LucideIcon } from "lucide-react";

/** Icon of a record without a picture, at avatar size. */
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
