"use client";
import { Suspense, useEffect } from "react";
import { useTabState } from "@/lib/client/tabs/context";
import type { Question } from "@/lib/client/tabs/state";
import { lazyPart } from "./lazy-part";

const UnsavedQuestion = lazyPart<{ question: Question }>(() => import("./unsaved-question"));

/** Asks what to do with unsaved changes before they would be lost (TB-06). */
export function UnsavedDialog() {
  const question = useTabState((state) => state.questions[0]);
  const isAnyUnsaved = useTabState((state) => state.tabs.some(({ highlighted }) => highlighted));
  // Its code is there by the time it is wanted, also without a connection.
  useEffect(() => {
    if (isAnyUnsaved) UnsavedQuestion.preload();
  }, [isAnyUnsaved]);
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <UnsavedQuestion key={question.loss + question.ids.join()} question={question} />
    </Suspense>
  );
}
