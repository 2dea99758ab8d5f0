"use client";
import { TenantDot } from "@/components/shell/tenant-dot";

/** A tenant's name behind its colour, as the shell shows both; in one line of text, which breaks where there is little room. */
export function TenantName({ name, colour }: { name: string; colour: string }) {
  return (
    <>
      <TenantDot colour={colour} />
      <span className="ml-2">{name}</span>
    </>
  );
}
