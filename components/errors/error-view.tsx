"use client";
import { CloudOff, Lock, SearchX, ServerCrash } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ViewLink } from "@/lib/client/tabs";

interface ErrorViewProps {
  /** HTTP status; 0 without a response. */
  status: number;
  onRetry?: () => void;
  /** Replaces the usual explanation. */
  description?: ReactNode;
  requestId?: string;
  /** Link to continue with. */
  action?: ReactNode;
  /** By default a 404 replaces the view, and all other errors overlay it (RT-04). */
  layout?: "inline" | "overlay";
}

const kinds = {
  notFound: { icon: SearchX, title: "error.notFoundTitle", description: "error.notFoundDescription" },
  failed: { icon: ServerCrash, title: "error.notFoundTitle", description: "error.failedDescription" },
  forbidden: { icon: Lock, title: "error.forbiddenTitle", description: "error.forbiddenDescription" },
  signedOut: { icon: Lock, title: "error.forbiddenTitle", description: "signInAgain.declined" },
  unreachable: { icon: CloudOff, title: "offline.title", description: "offline.description" },
} as const;

function kindOf(status: number): keyof typeof kinds {
  if (status === 400 || status === 404) return "notFound";
  // RT-04 gives a 500 the title of a missing item; the description says that the server failed.
  if (status === 500) return "failed";
  if (status === 401) return "signedOut";
  // RT-04 calls these forbidden too; users would ask for a permission that they have.
  return [0, 502, 503, 504].includes(status) ? "unreachable" : "forbidden";
}

/** Replaces a view that cannot be shown (RT-03, RT-04). */
export function ErrorView({ status, onRetry, description, requestId, action, layout }: ErrorViewProps) {
  const t = useTranslations("shell");
  const retry = useTranslations("common")("retry");
  const kind = kinds[kindOf(status)];
  const Icon = kind.icon;
  const overlay = (layout ?? (status === 404 ? "inline" : "overlay")) === "overlay";
  return (
    <div
      className={cn(
        "flex items-center justify-center p-4",
        overlay ? "absolute inset-0 z-20 bg-background/80 backdrop-blur-[2px]" : "min-h-64 w-full",
      )}
    >
      <div
        role="alert"
        className={cn(
          "flex w-full max-w-md flex-col items-center gap-1 px-6 py-8 text-center",
          overlay && "rounded-lg border border-border bg-raised shadow-float",
        )}
      >
        <span className="mb-2 flex size-10 items-center justify-center rounded-lg border border-border bg-surface text-muted">
          <Icon aria-hidden="true" className="size-5" />
        </span>
        {status > 0 && <p className="font-medium text-muted text-xs tabular-nums">{status}</p>}
        <h1 className="font-semibold text-lg">{t(kind.title)}</h1>
        <p className="text-balance text-muted text-sm">{description ?? t(kind.description)}</p>
        {requestId && (
          <p className="mt-1 select-all text-muted text-xs">{t("error.requestId", { id: requestId })}</p>
        )}
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          {action}
          {onRetry && (
            <Button variant={action ? "secondary" : "primary"} onClick={onRetry}>
              {retry}
            </Button>
          )}
          <ViewLink to="/" className={buttonClass({ variant: action || onRetry ? "secondary" : "primary" })}>
            {t("error.toHome")}
          </ViewLink>
        </div>
      </div>
    </div>
  );
}
