"use client";
import { fillStyle } from "@/lib/theme/colours";

/** A tenant's name behind its colour, as the shell shows both; where others have a colour, names stay in line. */
export function TenantName({ name, colour }: { name: string; colour: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-2 align-middle">
      <span
        aria-hidden="true"
        className="size-2.5 shrink-0 rounded-full"
        style={{ backgroundColor: fillStyle(colour)?.backgroundColor }}
      />
      <span className="truncate">{name}</span>
    </span>
  );
}
