"use client";
import { type ComponentType, createElement, type FunctionComponent, use } from "react";

export interface ViewProps {
  /** The second segment of the path; empty for lists, `new` views and single views. Everything else comes from `useTab()`. */
  id: string;
}

/** A view whose code arrives when it is first needed. */
export interface LazyView extends FunctionComponent<ViewProps> {
  /** Whether the code is here: from then on the view renders without suspending. */
  isReady(): boolean;
  /** Whether the last attempt to load the code failed. */
  hasFailed(): boolean;
  /** Loads the code; after a failure a call tries again. */
  load(): Promise<void>;
}

/**
 * `lazyView(() => import("./list-view"))`: the module's default export. React's own `lazy` suspends once even when the
 * code is here, which throws away what the server has rendered, and never tries again after a failure.
 */
export function lazyView(importView: () => Promise<{ default: ComponentType<ViewProps> }>): LazyView {
  let View: ComponentType<ViewProps> | undefined;
  let loading: Promise<void> | undefined;
  let failed = false;

  const load = () => {
    if (loading && !failed) return loading;
    failed = false;
    loading = importView().then(
      (module) => {
        View = module.default;
      },
      (error: unknown) => {
        failed = true;
        throw error;
      },
    );
    return loading;
  };

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each view, where its area is declared.
  function Lazy(props: ViewProps) {
    // While rendering a failure is told, not tried again: else each attempt would start the next.
    if (!View) use(loading ?? load());
    return View && createElement(View, props);
  }
  return Object.assign(Lazy, { isReady: () => View !== undefined, hasFailed: () => failed, load });
}
