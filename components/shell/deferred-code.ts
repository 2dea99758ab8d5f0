/** What every page needs soon after it has been shown, in one request: no part of it comes alone, and none is large. */
export { merge } from "@/lib/client/tabs/stored";
export { openWindow } from "@/lib/client/tabs/window";
export { Toasts } from "./toasts";
