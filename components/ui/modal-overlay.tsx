import type { ComponentPropsWithRef } from "react";

/**
 * Overlay between a modal dialog and the page that blocks the pointer. Radix's own also locks page scrolling by restyling the
 * whole page, which is not needed as this page never scrolls.
 */
export function ModalOverlay(props: ComponentPropsWithRef<"div">) {
  return <div {...props} className="fixed inset-0 z-40 animate-fade bg-overlay" />;
}
