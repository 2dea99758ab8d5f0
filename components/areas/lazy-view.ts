import type { ComponentType, FunctionComponent } from "react";
import { type Loadable, lazyCode } from "@/components/ui/lazy-code";

export interface ViewProps {
  /** The second segment of the path; empty for lists, `new` views and single views. Everything else comes from `useTab()`. */
  id: string;
}

/** A view whose code arrives when it is first needed. */
export type LazyView = FunctionComponent<ViewProps> & Loadable;

/** `lazyView(() => import("./list-view"))`: the module's default export. */
export const lazyView: (importView: () => Promise<{ default: ComponentType<ViewProps> }>) => LazyView =
  lazyCode;
