"use client";
import { lazy, Suspense } from "react";
import { Skeleton } from "@/components/ui/skeleton";

// The map of all icons is larger than the whole rest of the product: nobody else may load it.
const IconGallery = lazy(() => import("./icon-gallery"));

export function LazyIconGallery() {
  return (
    <Suspense fallback={<IconGallerySkeleton />}>
      <IconGallery />
    </Suspense>
  );
}

function IconGallerySkeleton() {
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <Skeleton className="h-8 w-full max-w-md" />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(96px,1fr))] gap-2">
        {Array.from({ length: 24 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <Skeleton key={index} className="h-20" />
        ))}
      </div>
    </div>
  );
}
