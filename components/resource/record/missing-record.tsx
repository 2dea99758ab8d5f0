"use client";
import type { ReactNode } from "react";
import DeletedRecord, { type DeletedRecordHistory } from "./deleted-record";
import OrphanDrafts from "./orphan-drafts";

interface MissingRecordProps {
  history: DeletedRecordHistory | false;
  action: ReactNode;
  /** Shown if the record has no history. */
  otherwise: ReactNode;
}

/** Replaces a missing record: shows its history and the user's drafts (HI-02). */
export default function MissingRecord({ history, action, otherwise }: MissingRecordProps) {
  return (
    <>
      {history ? <DeletedRecord {...history} action={action} otherwise={otherwise} /> : otherwise}
      <OrphanDrafts />
    </>
  );
}
