"use client";
import { useQuery } from "@tanstack/react-query";
import { contract } from "../../contract";
import type { Capability } from "../../contract/endpoint";
import { queryOf } from "./query";

/** Whether the server offers an optional capability; false until known (BE-03). */
export function useCapability(name: Capability): boolean {
  return useKnownCapability(name) ?? false;
}

/** As {@link useCapability}; undefined until known. */
export function useKnownCapability(name: Capability): boolean | undefined {
  return useCapabilities()?.includes(name);
}

/** All of them; undefined until known. */
export function useCapabilities(): readonly string[] | undefined {
  const { data } = useQuery({
    ...queryOf(contract.settings.version, {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Other servers of the contract may omit their capabilities.
  return data && (data.capabilities ?? []);
}
