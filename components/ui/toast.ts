"use client";

/** Action offered while the toast is visible. */
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

/** Shows a brief message without interrupting the user (SH-08). */
export const toast = {
  success: (text: string, action?: ToastAction) => say({ kind: "success", text, action }),
  error: (text: string) => say({ kind: "error", text }),
  info: (text: string) => say({ kind: "info", text }),
  plain: (text: string) => say({ kind: "plain", text }),
};

/** Subscribes the single renderer of toasts, which also receives earlier ones. @returns a function that unsubscribes */
export function onToast(listener: (toast: Toast) => void): () => void {
  show = listener;
  for (const early of waiting.splice(0)) listener(early);
  return () => {
    show = undefined;
  };
}

/** Subscribes to toasts that have no renderer yet. @returns a function that unsubscribes */
export function onToastWanted(listener: () => void): () => void {
  wanted = listener;
  if (waiting.length > 0) listener();
  return () => {
    wanted = undefined;
  };
}
