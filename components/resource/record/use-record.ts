"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryOf } from "@/lib/api/query";
import type { AnswerOf, CallOf, Endpoint } from "@/lib/contract/endpoint";
import { useTab } from "@/lib/tabs";

/** The record of a detail view; the tab takes its name for a title. */
export function useRecord<E extends Endpoint>(
  endpoint: E,
  params: Readonly<Record<string, string>>,
  nameOf: (record: AnswerOf<E>) => string,
) {
  const query = useQuery(queryOf(endpoint, { params } as unknown as CallOf<E>));
  const { setTitle } = useTab();
  const name = query.data === undefined ? undefined : nameOf(query.data);
  useEffect(() => {
    if (name !== undefined) setTitle(name);
  }, [name, setTitle]);
  return query;
}
