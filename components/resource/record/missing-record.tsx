"use client";
import type { ReactNode } from "react";
import DeletedRecord, { type DeletedRecordHistory } from "./deleted-record";
import OrphanDrafts from "./orphan-drafts";

interface MissingRecordProps {
  history: DeletedRecordHistory | false;
  action: ReactNode;
  /** What is shown where nothing is known of such a record. */
  otherwise: ReactNode;
}

/** In the place of a record that is not there: what its history tells of it, and what was typed into it (HI-02). */
export default function MissingRecord({ history, action, otherwise }: MissingRecordProps) {
  return (
    <>
      {history ? <DeletedRecord {...history} action={action} otherwise={otherwise} /> : otherwise}
      <OrphanDrafts />
    </>
  );
}
