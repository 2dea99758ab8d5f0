import type { Ref } from "react";

/** Returns one ref callback that sets several refs. */
export function composeRefs<T>(...refs: readonly (Ref<T> | undefined)[]) {
  return (element: T | null): void => {
    for (const ref of refs) {
      if (typeof ref === "function") ref(element);
      else if (ref) ref.current = element;
    }
  };
}
