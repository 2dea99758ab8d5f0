"use client";

// See docs/decisions/0019.
import { type ComponentType, createElement, type FunctionComponent, use } from "react";

export interface Loadable {
  /** Whether the code is loaded, so that the component renders without suspending. */
  isReady(): boolean;
  /** Whether the last attempt to load the code failed. */
  hasFailed(): boolean;
  /** Loads the code; retries after a failure. */
  load(): Promise<void>;
}

/**
 * Component that loads its code on first use. React's `lazy` suspends once even if the code is loaded, which discards
 * server-rendered HTML, and never retries after a failure.
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

  // biome-ignore lint/correctness/noComponentHookFactories: called once per component at module level
  function Lazy(props: Props) {
    // Rendering throws a previous failure without retrying: otherwise each attempt would start the next.
    if (!Code) use(loading ?? load());
    return Code && createElement(Code, props);
  }
  return Object.assign(Lazy, { isReady: () => Code !== undefined, hasFailed: () => failed, load });
}
