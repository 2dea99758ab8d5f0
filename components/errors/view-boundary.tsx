"use client";
import { useTranslations } from "next-intl";
import { Component, type ReactNode, useId, useState } from "react";
import { Alert } from "@/components/ui/alert";

interface BoundaryProps {
  /** Named in the message. */
  place: "tab" | "panel";
  onError: () => void;
  onRetry: () => void;
  /** Whether code is missing, which a retry may not load. */
  isCodeMissing: () => boolean;
  children: ReactNode;
}

/** Isolates errors of a view from the rest of the workspace (TB-07). */
export class ViewBoundary extends Component<BoundaryProps, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  retry(): void {
    if (!this.state.error) return;
    this.props.onRetry();
    this.setState({ error: undefined });
  }

  override componentDidCatch() {
    this.props.onError();
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <ViewFailed
        place={this.props.place}
        error={this.state.error}
        isCodeMissing={this.props.isCodeMissing()}
        onRetry={() => this.retry()}
      />
    );
  }
}

function ViewFailed({
  place,
  error,
  isCodeMissing,
  onRetry,
}: Pick<BoundaryProps, "place"> & {
  error: Error;
  isCodeMissing: boolean;
  onRetry: () => void;
}) {
  const hint = useTranslations("shell.part")("hint");
  const t = useTranslations("shell.tabError");
  const common = useTranslations("common");
  const [open, setOpen] = useState(false);
  const details = useId();
  return (
    <div className="mx-auto w-full max-w-[720px] p-4 sm:p-6">
      <Alert tone="danger" title={t(place === "tab" ? "title" : "panelTitle")}>
        <p>
          {t("message")}{" "}
          <button type="button" className="font-medium text-primary underline" onClick={onRetry}>
            {t("retry")}
          </button>
          . {t(place === "tab" ? "description" : "panelDescription")}
        </p>
        {isCodeMissing && <p className="mt-1 text-muted">{hint}</p>}
        <button
          type="button"
          aria-expanded={open}
          aria-controls={details}
          className="mt-2 font-medium text-primary text-xs underline"
          onClick={() => setOpen(!open)}
        >
          {common(open ? "hideDetails" : "showDetails")}
        </button>
        <pre
          id={details}
          hidden={!open}
          className="mt-2 max-h-64 overflow-auto whitespace-pre-wrap font-mono text-xs"
        >
          {error.stack ?? error.message}
        </pre>
      </Alert>
    </div>
  );
}
