"use client";
import { Suspense, useState } from "react";
import type { LazyView } from "@/components/areas/registry";
import { ViewSkeleton } from "./view-skeleton";

/**
 * Shows a view, and a skeleton while its code is on its way. Where the code is here there is nothing to wait for: the
 * server then sends the rows in their place instead of after a skeleton, and the browser takes them over as they are.
 */
export function ViewSlot({ View, id }: { View: LazyView; id: string }) {
  const [ready] = useState(() => View.isReady());
  if (ready) return <View id={id} />;
  return (
    <Suspense fallback={<ViewSkeleton />}>
      <View id={id} />
    </Suspense>
  );
}
