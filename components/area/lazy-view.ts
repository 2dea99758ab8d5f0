import type { ComponentType, FunctionComponent } from "react";
import { type Loadable, lazyCode } from "@/components/ui/lazy-code";

export interface ViewProps {
  /** Second path segment; empty for lists, `new` views and single views. Use `useTab()` for everything else. */
  id: string;
}

/** View that loads its code on first use. */
export type LazyView = FunctionComponent<ViewProps> & Loadable;

/** `lazyView(() => import("./list-view"))`: the module's default export. */
export const lazyView: (importView: () => Promise<{ default: ComponentType<ViewProps> }>) => LazyView =
  lazyCode;
