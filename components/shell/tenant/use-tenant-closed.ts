"use client";
import { useState } from "react";
import { ApiError, type ApiErrorCode } from "@/lib/client/api/error";
import { useFailedCall } from "../messages/use-failed-call";

/** Error codes of all calls while the tenant is closed. */
const closedCodes: readonly ApiErrorCode[] = ["inactiveTenant", "unknownTenant"];

export function isTenantClosed(error: unknown): boolean {
  return error instanceof ApiError && closedCodes.includes(error.code);
}

/** Whether the tenant was closed while in use (OR-03), as any call reports; and a callback for when it is open again. */
export function useTenantClosed(): [isClosed: boolean, reopened: () => void] {
  const [isClosed, setClosed] = useState(false);
  useFailedCall(isTenantClosed, () => setClosed(true));
  return [isClosed, () => setClosed(false)];
}
