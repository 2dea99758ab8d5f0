"use client";
import { useEffect, useState } from "react";

/** The picture at an address, once all of it is there. */
export function useLoadedPicture(address: string): HTMLImageElement | "failed" | undefined {
  const [picture, setPicture] = useState<HTMLImageElement | "failed">();
  useEffect(() => {
    let isWanted = true;
    const image = new Image();
    image.src = address;
    image.decode().then(
      () => isWanted && setPicture(image),
      () => isWanted && setPicture("failed"),
    );
    return () => {
      isWanted = false;
      setPicture(undefined);
    };
  }, [address]);
  return picture;
}
