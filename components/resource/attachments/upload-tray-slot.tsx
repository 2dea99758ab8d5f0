"use client";
import { Suspense, useEffect, useSyncExternalStore } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { backgroundUploads } from "./background-uploads";

const UploadTray = lazyPart(() => import("./upload-tray"));

const never = () => false;

/** Place of the tray in the workspace. Uploads end with it, when the user signs out in any window. */
export function UploadTraySlot() {
  const { subscribe, hasTray } = backgroundUploads;
  const isWanted = useSyncExternalStore(subscribe, hasTray, never);
  useEffect(() => backgroundUploads.end, []);
  return <Suspense fallback={null}>{isWanted && <UploadTray />}</Suspense>;
}
