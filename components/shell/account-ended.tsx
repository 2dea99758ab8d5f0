"use client";
import { type ReactNode, Suspense, useState } from "react";
import { ApiError } from "@/lib/client/api/error";
import { usePublicConfig } from "@/lib/client/public-config";
import { accountEndedCodes } from "@/lib/contract/account-ended";
import { lazyPart } from "./lazy-part";
import { useFailedCall } from "./use-failed-call";

// Few accounts end while somebody works with them.
const AccountEnded = lazyPart(() => import("./account-ended-page"));

function isAccountEnded(error: unknown): boolean {
  return error instanceof ApiError && accountEndedCodes.includes(error.code);
}

/**
 * Takes the place of the whole workspace, with its dialogs, once its user is removed (AU-05): what was on the screen is not
 * for them any more, and nothing goes on asking.
 */
export function WhileThereIsAnAccount({ children }: { children: ReactNode }) {
  const { appTitle } = usePublicConfig();
  const [isEnded, setEnded] = useState(false);
  useFailedCall(isAccountEnded, () => setEnded(true));
  if (!isEnded) return children;
  return (
    <>
      <title>{appTitle}</title>
      <Suspense fallback={null}>
        <AccountEnded />
      </Suspense>
    </>
  );
}
