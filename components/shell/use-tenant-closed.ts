"use client";
import { useState } from "react";
import { ApiError, type ApiErrorCode } from "@/lib/client/api/error";
import { useFailedCall } from "./use-failed-call";

/** What the API answers every call with while it lets nobody into the tenant. */
const closedCodes: readonly ApiErrorCode[] = ["inactiveTenant", "unknownTenant"];

export function isTenantClosed(error: unknown): boolean {
  return error instanceof ApiError && closedCodes.includes(error.code);
}

/** Whether the tenant of this page has been closed under it (OR-03), as any call tells; and to be told that it is open again. */
export function useTenantClosed(): [isClosed: boolean, reopened: () => void] {
  const [isClosed, setClosed] = useState(false);
  useFailedCall(isTenantClosed, () => setClosed(true));
  return [isClosed, () => setClosed(false)];
}
