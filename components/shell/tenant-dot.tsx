import { fillStyle } from "@/lib/theme/colours";

/** A tenant's colour beside its name; one without leaves the place free, so that names stay in line. */
export function TenantDot({ colour }: { colour: string }) {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-[10px] forced-color-adjust-none shrink-0 rounded-full"
      style={{ backgroundColor: fillStyle(colour)?.backgroundColor }}
    />
  );
}
