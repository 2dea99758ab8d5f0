"use client";
import { useEffect, useState } from "react";
import { standsOut } from "@/lib/theme/logo-visibility";

/** Enough pixels to judge a logo by. */
const side = 64;

/** Whether the picture at an address stands out from a colour; true until known. */
export function useLogoVisible(src: string | undefined, background: string): boolean {
  const [pixels, setPixels] = useState<{ src: string; data: Uint8ClampedArray }>();
  useEffect(() => {
    if (!src) return;
    let isCurrent = true;
    readPixels(src).then(
      (data) => isCurrent && setPixels({ src, data }),
      // A file that cannot be displayed is refused by the form.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [src]);
  return pixels === undefined || pixels.src !== src || standsOut(pixels.data, background);
}

async function readPixels(src: string): Promise<Uint8ClampedArray> {
  const image = new Image();
  image.src = src;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("No canvas");
  context.drawImage(image, 0, 0, side, side);
  return context.getImageData(0, 0, side, side).data;
}
