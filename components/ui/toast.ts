"use client";

/** Something that can be done about what is said, for as long as it is said. */
export interface ToastAction {
  label: string;
  run: () => unknown;
}

export interface Toast {
  kind: "success" | "error" | "info" | "plain";
  text: string;
  action?: ToastAction;
}

const waiting: Toast[] = [];
let show: ((toast: Toast) => void) | undefined;
let wanted: (() => void) | undefined;

function say(said: Toast): void {
  if (show) show(said);
  else {
    waiting.push(said);
    wanted?.();
  }
}

/** Says something for a moment, without taking part in what the user does (SH-08). */
export const toast = {
  success: (text: string, action?: ToastAction) => say({ kind: "success", text, action }),
  error: (text: string) => say({ kind: "error", text }),
  info: (text: string) => say({ kind: "info", text }),
  plain: (text: string) => say({ kind: "plain", text }),
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
