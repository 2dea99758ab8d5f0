"use client";
import { TenantDot } from "@/components/shell/tenant-dot";

/** A tenant's name behind its colour, as the shell shows both. */
export function TenantName({ name, colour }: { name: string; colour: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-2 align-middle">
      <TenantDot colour={colour} />
      <span className="truncate">{name}</span>
    </span>
  );
}
