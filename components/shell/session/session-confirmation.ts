import { createStore } from "zustand/vanilla";
import type { UnconfirmedCall } from "@/lib/client/api/client";

export interface Question extends UnconfirmedCall {
  settle: (isConfirmed: boolean) => void;
}

/** The open question, if any; one browser window has one session. */
export const confirmationStore = createStore<{ question?: Question }>(() => ({}));

let confirmedAt = Number.NEGATIVE_INFINITY;
let answer: Promise<boolean> | undefined;

/** Asks for one confirmation, for which all refused calls wait (AU-12). @returns whether to repeat the call */
export function confirmSession(refused: UnconfirmedCall): Promise<boolean> {
  if (refused.sentAt < confirmedAt) return Promise.resolve(true);
  answer ??= new Promise((resolve) => {
    const settle = (isConfirmed: boolean) => {
      if (isConfirmed) confirmedAt = performance.now();
      answer = undefined;
      confirmationStore.setState({ question: undefined });
      resolve(isConfirmed);
    };
    confirmationStore.setState({ question: { ...refused, settle } });
  });
  return answer;
}
