"use client";
import { useQuery } from "@tanstack/react-query";
import { contract } from "../../contract";
import type { Capability } from "../../contract/endpoint";
import { queryOf } from "./query";

/** Whether the server offers something beyond the specified calls; not before it has said so (BE-03). */
export function useCapability(name: Capability): boolean {
  return useKnownCapability(name) ?? false;
}

/** As {@link useCapability}; undefined until the server has said. */
export function useKnownCapability(name: Capability): boolean | undefined {
  const { data } = useQuery({
    ...queryOf(contract.settings.version, {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.capabilities.includes(name);
}
