import { cn } from "@/components/ui/cn";
import { fillStyle } from "@/lib/theme/colours";

/** A tenant's colour next to its name; without one a ring keeps names aligned. */
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
