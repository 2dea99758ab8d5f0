"use client";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { onToast } from "@/components/ui/toast";

const shownFor = 2_000;

/** Bottom right, gone after 2 s (SH-08); a toast waits while it is hovered or has the focus. */
export function Toasts() {
  const t = useTranslations("shell");
  // After the effects of what shows them: it would miss what is said before.
  useEffect(
    () =>
      onToast(({ kind, text }) => {
        if (kind === "plain") toast(text);
        // What several calls fail of is said once.
        else toast[kind](text, kind === "error" ? { id: shownAlready(text) } : undefined);
      }),
    [],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the focus of what is inside
    <div onFocus={() => keepFor(Number.POSITIVE_INFINITY)} onBlur={() => keepFor(shownFor)}>
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
            title: "break-words",
          },
        }}
      />
    </div>
  );
}

/** Sonner itself waits for the mouse only. */
function keepFor(duration: number): void {
  for (const shown of toast.getToasts()) if ("title" in shown) toast(shown.title, { id: shown.id, duration });
}

function shownAlready(text: string): string | number | undefined {
  return toast.getToasts().find((shown) => "title" in shown && shown.title === text)?.id;
}
