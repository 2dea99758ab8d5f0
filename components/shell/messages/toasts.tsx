"use client";
import { useTranslations } from "next-intl";
import { type FocusEvent, useEffect } from "react";
import { Toaster as Sonner, type ToastT, toast } from "sonner";
import { onToast } from "@/components/ui/toast";
import { followIntoView } from "../../ui/view-focus";

const defaultDuration = 2_000;
/** Toasts with an action need more time to be read and reached. */
const actionDuration = 10_000;

/** Bottom right, dismissed after 2 s (SH-08), later with an action; the timer pauses on hover and focus. */
export function Toasts() {
  const t = useTranslations("shell");
  // After the effects of the toaster, which would miss earlier messages.
  useEffect(
    () =>
      onToast(({ kind, text, action }) => {
        if (kind === "plain") return void toast(text);
        toast[kind](text, {
          // Equal errors of several calls are shown once.
          ...(kind === "error" && { id: findShownToast(text) }),
          ...(action && {
            duration: actionDuration,
            action: {
              label: action.label,
              onClick: () => {
                // The toast is removed together with its focused button.
                followIntoView();
                action.run();
              },
            },
          }),
        });
      }),
    [],
  );
  return (
    <div
      onFocusCapture={(event) => {
        stopFocusEvent(event);
        setDuration(() => Number.POSITIVE_INFINITY);
      }}
      onBlurCapture={(event) => {
        stopFocusEvent(event);
        setDuration(usualDuration);
      }}
    >
      <Sonner
        position="bottom-right"
        duration={defaultDuration}
        containerAriaLabel={t("notifications")}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast:
              "flex w-full items-center gap-2.5 rounded-lg border border-border bg-raised px-3.5 py-3 text-sm text-text shadow-float",
            success: "[&_[data-icon]]:text-success",
            error: "[&_[data-icon]]:text-danger",
            content: "min-w-0 flex-1",
            title: "break-words",
            actionButton:
              "-my-1 shrink-0 cursor-pointer rounded-md px-2 py-1 font-medium text-primary hover:bg-primary/8 focus-visible:outline-2",
          },
        }}
      />
    </div>
  );
}

/** It would move the focus back, so that Tab never left a toast. */
const stopFocusEvent = (event: FocusEvent) => event.stopPropagation();

/** Sonner itself pauses on hover only. */
function setDuration(durationOf: (shown: ToastT) => number): void {
  for (const shown of toast.getToasts())
    if ("title" in shown) toast(shown.title, { id: shown.id, duration: durationOf(shown) });
}

const usualDuration = ({ action }: ToastT) => (action ? actionDuration : defaultDuration);

function findShownToast(text: string): string | number | undefined {
  return toast.getToasts().find((shown) => "title" in shown && shown.title === text)?.id;
}
