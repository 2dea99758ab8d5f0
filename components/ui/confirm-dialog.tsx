"use client";
import { useTranslations } from "next-intl";
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useContext,
  useRef,
  useState,
} from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";

export interface ConfirmQuestion {
  title: ReactNode;
  /** Consequences, and data that will be lost. */
  description?: ReactNode;
  /** A verb, such as "Delete 3 users". */
  confirmLabel: ReactNode;
  /** For messages that are only closed. */
  withoutCancel?: boolean;
  /** Below the description, such as a list. */
  details?: ReactNode;
  danger?: boolean;
}

interface ConfirmDialogProps extends ConfirmQuestion {
  open: boolean;
  onAnswer: (confirmed: boolean) => void;
  loading?: boolean;
}

export function ConfirmDialog({ open, onAnswer, loading, danger, ...question }: ConfirmDialogProps) {
  const t = useTranslations("common");
  // The focus starts on Cancel; the key that saves forms also confirms.
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, repeat } = event;
    if (key !== "Enter" || !(ctrlKey || metaKey) || repeat || loading) return;
    event.preventDefault();
    onAnswer(true);
  };
  return (
    <Dialog
      open={open}
      onKeyDown={press}
      onOpenChange={(next) => !next && onAnswer(false)}
      size="sm"
      title={question.title}
      description={question.description}
      footer={
        <>
          {!question.withoutCancel && (
            <Button variant="secondary" onClick={() => onAnswer(false)}>
              {t("cancel")}
            </Button>
          )}
          <Button
            variant={danger ? "danger" : "primary"}
            loading={loading}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={() => onAnswer(true)}
          >
            {question.confirmLabel}
          </Button>
        </>
      }
    >
      {question.details}
    </Dialog>
  );
}

type Ask = (question: ConfirmQuestion) => Promise<boolean>;

const ConfirmContext = createContext<Ask | undefined>(undefined);

/** Asks a yes-or-no question in a dialog: `if (await confirm({ title, confirmLabel })) …`. */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext);
  if (!ask) throw new Error("useConfirm needs a ConfirmProvider above it");
  return ask;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<ConfirmQuestion>();
  const [open, setOpen] = useState(false);
  const resolve = useRef<(confirmed: boolean) => void>(undefined);

  const ask = useCallback<Ask>((next) => {
    resolve.current?.(false);
    setQuestion(next);
    setOpen(true);
    return new Promise((done) => {
      resolve.current = done;
    });
  }, []);

  const answer = (confirmed: boolean) => {
    setOpen(false);
    resolve.current?.(confirmed);
    resolve.current = undefined;
  };

  return (
    <ConfirmContext.Provider value={ask}>
      {children}
      {question && <ConfirmDialog {...question} open={open} onAnswer={answer} />}
    </ConfirmContext.Provider>
  );
}
