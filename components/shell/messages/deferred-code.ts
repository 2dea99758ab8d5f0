/** Code that every page needs soon after the first paint, bundled into one request since the parts are small. */
export { merge } from "@/lib/client/tabs/stored";
export { openWindow } from "@/lib/client/tabs/window";
export { Toasts } from "./toasts";
