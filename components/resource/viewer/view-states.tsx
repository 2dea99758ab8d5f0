"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { FileCard } from "./file-card";
import type { Loaded } from "./use-loaded";
import type { ViewerFile } from "./viewer-file";

/** Placeholder while a file or its reader is loading. */
export function ViewLoading() {
  const loading = useTranslations("common")("loading");
  return (
    <div role="status" className="mx-auto flex size-full max-w-3xl flex-col gap-3 px-4 py-8 sm:px-16">
      <span className="sr-only">{loading}</span>
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-3/4" />
    </div>
  );
}

interface LoadedViewProps<Content> {
  file: ViewerFile;
  loaded: Loaded<Content>;
  children: (content: Content) => ReactNode;
}

/** Renders loaded content, or its loading state. */
export function LoadedView<Content>({ file, loaded, children }: LoadedViewProps<Content>) {
  if (loaded.state === "loading") return <ViewLoading />;
  if (loaded.state === "failed")
    return <FileCard file={file} reason={loaded.reason} onRetry={loaded.retry} />;
  return children(loaded.content);
}
