"use client";

export interface Toast {
  kind: "success" | "error" | "info" | "plain";
  text: string;
}

const waiting: Toast[] = [];
let show: ((toast: Toast) => void) | undefined;
let wanted: (() => void) | undefined;

function say(kind: Toast["kind"], text: string): void {
  if (show) show({ kind, text });
  else {
    waiting.push({ kind, text });
    wanted?.();
  }
}

/** Says something for a moment, without taking part in what the user does (SH-08). */
export const toast = {
  success: (text: string) => say("success", text),
  error: (text: string) => say("error", text),
  info: (text: string) => say("info", text),
  plain: (text: string) => say("plain", text),
};

/** Called once for all that shows toasts; what was said before is shown now. @returns takes it back */
export function onToast(listener: (toast: Toast) => void): () => void {
  show = listener;
  for (const early of waiting.splice(0)) listener(early);
  return () => {
    show = undefined;
  };
}

/** Hears of toasts that nobody shows yet. @returns takes it back */
export function onToastWanted(listener: () => void): () => void {
  wanted = listener;
  if (waiting.length > 0) listener();
  return () => {
    wanted = undefined;
  };
}
