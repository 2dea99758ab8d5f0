"use client";
import { FileUp } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { attachmentRules } from "@/lib/validation/attachment-files";
import { acceptOf, type UploadRules } from "@/lib/validation/files";
import { useDroppedFiles } from "./use-upload-sources";

interface DropBoxProps {
  /** Of the button that chooses files. */
  label: string;
  /** Called with one file at least; it should keep its identity from one rendering to the next. */
  onFiles: (files: readonly File[]) => void;
  disabled: boolean;
  multiple?: boolean;
  /** What is taken, as the schema says it; what attachments take unless given. */
  rules?: UploadRules;
  /** The id of what says what is wrong with the file. */
  faultId?: string;
  /** Beneath the button. */
  children?: ReactNode;
}

/** Where files are chosen, or dropped. */
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
  // What was chosen before React has taken the page over, nobody has heard of.
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
          // So that the same file can be chosen again after it was removed.
          target.value = "";
          if (chosen.length > 0) onFiles(chosen);
        }}
      />
    </div>
  );
}
