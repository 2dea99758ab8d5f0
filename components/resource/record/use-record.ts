"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError } from "@/lib/client/api/error";
import { queryOf } from "@/lib/client/api/query";
import { useTab } from "@/lib/client/tabs";
import type { CallOf, Endpoint, ResponseOf } from "@/lib/contract/endpoint";

/** The record of a detail view; the tab takes its name for a title, or says that there is no such record. */
export function useRecord<E extends Endpoint>(
  endpoint: E,
  params: Readonly<Record<string, string>>,
  nameOf: (record: ResponseOf<E>) => string,
) {
  const query = useQuery(queryOf(endpoint, { params } as unknown as CallOf<E>));
  const { setTitle, setMissing } = useTab();
  const name = query.data === undefined ? undefined : nameOf(query.data);
  const missing = query.error instanceof ApiError && [400, 404].includes(query.error.status);
  useEffect(() => {
    if (missing) setMissing();
    else if (name !== undefined) setTitle(name);
  }, [missing, name, setTitle, setMissing]);
  return query;
}
