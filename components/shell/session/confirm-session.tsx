"use client";
import type { ReactNode } from "react";
import { confirmationHeader, lastConfirmedHeader } from "@/lib/contract/confirmation-headers";
import { ConfirmSessionDialog } from "./confirm-session-dialog";

let confirmedAt = Number.NEGATIVE_INFINITY;
let pending: Promise<boolean> | undefined;

/**
 * Asks for one confirmation; all refused calls wait for it (AU-12).
 * @param show shows or removes the dialog over the workspace
 * @param sentAt `performance.now()` of sending: the session may have been confirmed since
 * @returns whether to repeat the call
 */
export function confirmSession(
  show: (dialog: ReactNode) => void,
  headers: Headers,
  sentAt: number,
): Promise<boolean> {
  if (sentAt < confirmedAt) return Promise.resolve(true);
  pending ??= new Promise((resolve) => {
    const settle = (isConfirmed: boolean) => {
      if (isConfirmed) confirmedAt = performance.now();
      pending = undefined;
      show(undefined);
      resolve(isConfirmed);
    };
    const accepted = headers.get(confirmationHeader)?.split(", ") ?? [];
    const since = headers.get(lastConfirmedHeader) ?? "";
    show(<ConfirmSessionDialog accepted={accepted} since={since} settle={settle} />);
  });
  return pending;
}
