"use client";

import { ImageUp, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, type Ref, Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useFieldControl } from "@/components/ui/field";
import { acceptOf, avatarRules, type UploadRules } from "@/lib/validation/files";
import { useDroppedFiles } from "../upload/use-dropped-files";
import type { AvatarChange } from "./avatar-change";
import { composeRefs } from "./compose-refs";
import type { ControlProps } from "./control";
import { ControlledField, type FormFieldProps } from "./form-field";

interface Picture {
  /** Shown without a picture, such as initials. */
  placeholder: ReactNode;
  /** Address of the stored picture, if any. */
  stored?: string;
  /** Upload rules of the schema; by default those of an avatar. */
  rules?: UploadRules;
  /** For logos: the picture is not cropped. */
  isWhole?: boolean;
  /** Colour behind a transparent picture. */
  background?: string;
}

const frameOf = (isWhole = false) =>
  cn("overflow-hidden", isWhole ? "h-[72px] w-36 rounded border" : "size-[72px] rounded-full");
const fitOf = (isWhole = false) => cn("size-full", isWhole ? "object-contain p-1" : "object-cover");

/** Picture field; the schema's rule is `upload(avatarRules)`, or the same with `rules`. */
export function AvatarField({
  placeholder,
  stored,
  rules,
  isWhole,
  background,
  ...field
}: FormFieldProps & Picture) {
  const read = (
    <span
      style={{ backgroundColor: background }}
      className={cn("flex items-center justify-center", frameOf(isWhole))}
    >
      {/* biome-ignore lint/performance/noImgElement: the API has resized attachments */}
      {stored ? <img src={stored} alt="" className={fitOf(isWhole)} /> : placeholder}
    </span>
  );
  return (
    <ControlledField<AvatarChange> display="file" read={read} empty={undefined} checkedAtOnce {...field}>
      {(control, label) => (
        <AvatarInput
          label={label}
          placeholder={placeholder}
          stored={stored}
          rules={rules}
          isWhole={isWhole}
          background={background}
          {...control}
        />
      )}
    </ControlledField>
  );
}

// Loaded on demand, when a picture is enlarged.
const Viewer = lazyPart(() => import("@/components/ui/viewer"));

/** Picture, round unless it is whole; a click shows it full screen. */
function EnlargeablePicture({
  src,
  name,
  isWhole,
  background,
}: Pick<Picture, "isWhole" | "background"> & { src: string; name: string }) {
  const t = useTranslations("fields.avatar");
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={t("enlarge")}
        onClick={() => setOpen(true)}
        style={{ backgroundColor: background }}
        className={cn("shrink-0 cursor-zoom-in", frameOf(isWhole))}
      >
        {/* biome-ignore lint/performance/noImgElement: the server cannot optimise a local picture */}
        <img src={src} alt={t("preview")} className={fitOf(isWhole)} />
      </button>
      {open && (
        <Suspense>
          <Viewer open onOpenChange={setOpen} title={name}>
            {/* biome-ignore lint/performance/noImgElement: as above */}
            <img src={src} alt={t("preview")} className="size-full object-contain p-4" />
          </Viewer>
        </Suspense>
      )}
    </>
  );
}

interface AvatarInputProps extends ControlProps<AvatarChange>, Picture {
  /** Accessible name of the group. */
  label: string;
}

/** Picture of a person or an organisation, chosen or dropped, validated and previewed before saving (FM-08). */
function AvatarInput({
  value,
  onChange,
  label,
  placeholder,
  stored,
  rules = avatarRules,
  isWhole,
  background,
  ...control
}: AvatarInputProps) {
  const t = useTranslations("fields.avatar");
  const { id, "aria-describedby": description, "aria-invalid": invalid } = useFieldControl();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { isOver, target } = useDroppedFiles(([file]) => onChange(file), !control.disabled);
  const chosen = useObjectUrl(value);
  // A refused file usually cannot be displayed.
  const shown = value === undefined ? stored : invalid ? undefined : chosen;

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no flex container in every browser
    <div
      id={id}
      role="group"
      aria-label={label}
      className={cn(
        "flex items-center gap-3 rounded",
        isWhole && "border border-dashed p-2",
        isOver && "bg-selected outline-2 outline-primary outline-dashed",
      )}
      {...target}
    >
      {shown ? (
        <EnlargeablePicture
          src={shown}
          name={value?.name ?? label}
          isWhole={isWhole}
          background={background}
        />
      ) : (
        <span
          style={{ backgroundColor: background }}
          className={cn("flex shrink-0 items-center justify-center", frameOf(isWhole))}
        >
          {placeholder}
        </span>
      )}
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex flex-wrap gap-2">
          <Button
            ref={composeRefs(button, control.ref as Ref<HTMLButtonElement>)}
            aria-describedby={description}
            data-invalid={invalid}
            size="sm"
            icon={<ImageUp />}
            disabled={control.disabled}
            onBlur={control.onBlur}
            onClick={() => input.current?.click()}
          >
            {t(shown ? "replace" : "upload")}
          </Button>
          {(shown || value) && (
            <Button
              size="sm"
              variant="ghost"
              icon={<Trash2 />}
              disabled={control.disabled}
              onClick={() => {
                onChange(stored && !invalid ? null : undefined);
                button.current?.focus();
              }}
            >
              {t("remove")}
            </Button>
          )}
        </div>
        <p className="text-muted text-xs">{t("hint", { fileSize: rules.megabytes })}</p>
        <input
          ref={input}
          type="file"
          hidden
          name={control.name}
          accept={acceptOf(rules)}
          onChange={(event) => {
            const file = event.target.files?.[0];
            // Allows choosing the same file again after removing it.
            event.target.value = "";
            if (file) onChange(file);
          }}
        />
      </div>
    </div>
  );
}

/** Returns an object URL for a local file, and revokes it when unused. */
export function useObjectUrl(file: AvatarChange): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file?.type.startsWith("image/")) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [file]);
  return url;
}
