"use client";
import { useTranslations } from "next-intl";
import { type FocusEvent, useEffect } from "react";
import { Toaster as Sonner, type ToastT, toast } from "sonner";
import { onToast } from "@/components/ui/toast";
import { followIntoView } from "./view-focus";

const shownFor = 2_000;
/** What can be done about something needs time to be read and reached. */
const offeredFor = 10_000;

/** Bottom right, gone after 2 s (SH-08), later where it offers something; a toast waits while it is hovered or has the focus. */
export function Toasts() {
  const t = useTranslations("shell");
  // After the effects of what shows them: it would miss what is said before.
  useEffect(
    () =>
      onToast(({ kind, text, action }) => {
        if (kind === "plain") return void toast(text);
        toast[kind](text, {
          // What several calls fail of is said once.
          ...(kind === "error" && { id: shownAlready(text) }),
          ...(action && {
            duration: offeredFor,
            action: {
              label: action.label,
              onClick: () => {
                // It goes away with its button, which has the focus.
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
        keepFromSonner(event);
        keepFor(() => Number.POSITIVE_INFINITY);
      }}
      onBlurCapture={(event) => {
        keepFromSonner(event);
        keepFor(usualDuration);
      }}
    >
      <Sonner
        position="bottom-right"
        duration={shownFor}
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

/** It would give the focus back to where it came from, so that the Tab key never led past a toast. */
const keepFromSonner = (event: FocusEvent) => event.stopPropagation();

/** Sonner itself waits for the mouse only. */
function keepFor(durationOf: (shown: ToastT) => number): void {
  for (const shown of toast.getToasts())
    if ("title" in shown) toast(shown.title, { id: shown.id, duration: durationOf(shown) });
}

const usualDuration = ({ action }: ToastT) => (action ? offeredFor : shownFor);

function shownAlready(text: string): string | number | undefined {
  return toast.getToasts().find((shown) => "title" in shown && shown.title === text)?.id;
}
