"use client";
import { useEffect } from "react";
import { idle } from "@/components/ui/idle";
import { onToastWanted } from "@/components/ui/toast";
import { usePart } from "../../loading/use-part";

const load = () => import("./deferred-code").then((module) => module.Toasts);

/** Region of the toasts: loaded after the initial bundle, but with its live region in place before any message. */
export function Toaster() {
  const [Toasts, want] = usePart(load);
  useEffect(() => {
    const stops = [idle(want), onToastWanted(want)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [want]);
  return Toasts && <Toasts />;
}
