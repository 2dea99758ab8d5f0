import { cn } from "@/components/ui/cn";
import { fillStyle } from "@/lib/theme/colours";

/** A tenant's colour beside its name; one without has a ring in its place, so that names stay in line. */
export function TenantDot({ colour }: { colour: string }) {
  const fill = fillStyle(colour)?.backgroundColor;
  return (
    <span
      aria-hidden="true"
      className={cn(
        "inline-block size-[10px] forced-color-adjust-none shrink-0 rounded-full",
        !fill && "border border-control",
      )}
      style={{ backgroundColor: fill }}
    />
  );
}
