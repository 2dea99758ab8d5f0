"use client";
import { type DragEvent, useRef, useState } from "react";

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** Handles files dropped on an element; spread `target` on it. */
export function useDroppedFiles(onFiles: (files: readonly File[]) => void, isOn = true) {
  const [isOver, setIsOver] = useState(false);
  // A child is entered before its parent is left.
  const depth = useRef(0);
  const end = () => {
    depth.current = 0;
    setIsOver(false);
  };
  const target = {
    onDragEnter(event: DragEvent) {
      if (!bringsFiles(event)) return;
      depth.current += 1;
      setIsOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!bringsFiles(event)) return;
      depth.current -= 1;
      if (depth.current <= 0) end();
    },
    onDragOver(event: DragEvent) {
      if (bringsFiles(event)) event.preventDefault();
    },
    onDrop(event: DragEvent) {
      if (!bringsFiles(event)) return;
      event.preventDefault();
      end();
      if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files]);
    },
  };
  return { isOver: isOn && isOver, target: isOn ? target : {} };
}
