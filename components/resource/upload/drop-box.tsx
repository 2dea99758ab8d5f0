"use client";
import { FileUp } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { attachmentRules } from "@/lib/validation/attachment-files";
import { acceptOf, type UploadRules } from "@/lib/validation/files";
import { useDroppedFiles } from "./use-dropped-files";

interface DropBoxProps {
  /** Label of the button that opens the file dialog. */
  label: string;
  /** Receives at least one file; should be a stable function. */
  onFiles: (files: readonly File[]) => void;
  disabled: boolean;
  multiple?: boolean;
  /** Upload rules of the schema; by default those of attachments. */
  rules?: UploadRules;
  /** Id of the element with the error message. */
  faultId?: string;
  /** Shown below the button. */
  children?: ReactNode;
}

/** Area for choosing or dropping files. */
export function DropBox({
  label,
  onFiles,
  disabled,
  multiple,
  rules = attachmentRules,
  faultId,
  children,
}: DropBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const { isOver, target } = useDroppedFiles(onFiles, !disabled);
  // Files chosen before hydration caused no event in React.
  useEffect(() => {
    const early = [...(input.current?.files ?? [])];
    if (input.current) input.current.value = "";
    if (early.length > 0) onFiles(early);
  }, [onFiles]);
  return (
    <div
      {...target}
      className={cn(
        "flex flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-6 text-center",
        isOver && "border-primary bg-primary-subtle",
        faultId && "border-danger",
      )}
    >
      <Button
        data-autofocus
        icon={<FileUp />}
        disabled={disabled}
        aria-invalid={faultId ? true : undefined}
        aria-describedby={faultId}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      {children}
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        aria-label={label}
        accept={acceptOf(rules)}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])];
          // Allows choosing the same file again after removing it.
          target.value = "";
          if (chosen.length > 0) onFiles(chosen);
        }}
      />
    </div>
  );
}
