"use client";
import { useTranslations } from "next-intl";
import { type ReactEventHandler, useEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { FileCard } from "./file-card";
import { previewOf, type ViewerFile } from "./viewer-file";

/** Video and audio in the browser's player, which seeks by range requests (AT-01). */
export function MediaView({ file }: { file: ViewerFile }) {
  const t = useTranslations("viewer.media");
  const [problem, setProblem] = useState<"unsupported" | "unreachable">();
  const player = useRef<HTMLMediaElement>(null);
  // Stops playback and loading when the tab is hidden.
  useEffect(() => () => player.current?.pause(), []);
  if (problem) return <FileCard file={file} reason={problem} onRetry={() => setProblem(undefined)} />;

  const fail: ReactEventHandler<HTMLMediaElement> = ({ currentTarget: { error } }) =>
    setProblem(error?.code === MediaError.MEDIA_ERR_NETWORK ? "unreachable" : "unsupported");
  const isVideo = previewOf(file) === "video";
  const common = {
    src: file.addresses.stream,
    controls: true,
    preload: "metadata",
    "aria-label": file.name,
    onError: fail,
  } as const;
  return (
    <div
      className={cn("flex size-full items-center justify-center sm:px-16 sm:py-4", isVideo ? "p-2" : "px-14")}
    >
      {isVideo ? (
        <video
          {...common}
          ref={player as React.RefObject<HTMLVideoElement>}
          playsInline
          className="max-h-full max-w-full rounded bg-black"
        >
          {t("unsupported")}
        </video>
      ) : (
        <audio {...common} ref={player as React.RefObject<HTMLAudioElement>} className="w-full max-w-xl">
          {t("unsupported")}
        </audio>
      )}
    </div>
  );
}
