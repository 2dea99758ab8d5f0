"use client";

// See docs/decisions/0019.
import { type ComponentType, createElement, type FunctionComponent, use } from "react";

export interface Loadable {
  /** Whether the code is here: from then on the component renders without suspending. */
  isReady(): boolean;
  /** Whether the last attempt to load the code failed. */
  hasFailed(): boolean;
  /** Loads the code; after a failure a call tries again. */
  load(): Promise<void>;
}

/**
 * A component whose code arrives when it is first needed. React's own `lazy` suspends once even when the code is here,
 * which throws away what the server has rendered, and never tries again after a failure.
 * @param importCode such as `() => import("./list-view")`; the module's default export is rendered
 */
export function lazyCode<Props extends object>(
  importCode: () => Promise<{ default: ComponentType<Props> }>,
): FunctionComponent<Props> & Loadable {
  let Code: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  let failed = false;

  const load = () => {
    if (loading && !failed) return loading;
    failed = false;
    loading = importCode().then(
      (module) => {
        Code = module.default;
      },
      (error: unknown) => {
        failed = true;
        throw error;
      },
    );
    return loading;
  };

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each component, where its module is declared
  function Lazy(props: Props) {
    // While rendering a failure is told, not tried again: else each attempt would start the next.
    if (!Code) use(loading ?? load());
    return Code && createElement(Code, props);
  }
  return Object.assign(Lazy, { isReady: () => Code !== undefined, hasFailed: () => failed, load });
}
