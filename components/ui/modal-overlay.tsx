import type { ComponentPropsWithRef } from "react";

/**
 * What lies between a modal dialog and the page, and takes the pointer. Radix's own also locks the page's scrolling, for which
 * it styles the whole page anew: here the page itself never scrolls, only what is behind this.
 */
export function ModalOverlay(props: ComponentPropsWithRef<"div">) {
  return <div {...props} className="fixed inset-0 z-40 animate-fade bg-overlay" />;
}
