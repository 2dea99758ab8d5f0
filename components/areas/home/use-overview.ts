"use client";
import { useQuery } from "@tanstack/react-query";
import { useKnownCapability } from "@/lib/client/api/capabilities";
import { queryOf } from "@/lib/client/api/query";
import { contract } from "@/lib/contract";

/** What needs the user and what has changed; nothing, and not waited for, where the server does not offer it. */
export function useOverview() {
  const isOffered = useKnownCapability("home");
  const { data, isError, refetch } = useQuery({
    ...queryOf(contract.home.overview, {}),
    enabled: isOffered === true,
  });
  return { data, isError, isWaiting: !data && !isError && isOffered !== false, refetch };
}
