"use client";
import type { ReactNode } from "react";
import { confirmationHeader, lastConfirmedHeader } from "@/lib/contract/confirmation-headers";
import { ConfirmSessionDialog } from "./confirm-session-dialog";

let confirmedAt = Number.NEGATIVE_INFINITY;
let answer: Promise<boolean> | undefined;

/**
 * Asks for one confirmation, for which all refused calls wait (AU-12).
 * @param show shows the dialog over the workspace, or nothing
 * @param sentAt comparable to `performance.now()`: the session may have been confirmed since
 * @returns whether to repeat the call
 */
export function confirmSession(
  show: (dialog: ReactNode) => void,
  headers: Headers,
  sentAt: number,
): Promise<boolean> {
  if (sentAt < confirmedAt) return Promise.resolve(true);
  answer ??= new Promise((resolve) => {
    const settle = (isConfirmed: boolean) => {
      if (isConfirmed) confirmedAt = performance.now();
      answer = undefined;
      show(undefined);
      resolve(isConfirmed);
    };
    const accepted = headers.get(confirmationHeader)?.split(", ") ?? [];
    const since = headers.get(lastConfirmedHeader) ?? "";
    show(<ConfirmSessionDialog accepted={accepted} since={since} settle={settle} />);
  });
  return answer;
}
