export { type TabQuery, withCallback } from "./address";
export { type Navigation, type TabHandle, useNavigation, useTab, ViewLink } from "./context";
export type { OpenOptions } from "./store";
export type { TabGuard } from "./tab";
