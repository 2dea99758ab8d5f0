"use client";
import type { ReactNode } from "react";
import type { AvatarChange } from "./avatar-change";
import { AvatarInput } from "./avatar-input";
import { ControlledField, type FormFieldProps } from "./form-field";

interface AvatarFieldProps extends FormFieldProps {
  placeholder: ReactNode;
  /** The address of the stored picture. */
  stored?: string;
}

/** A picture; the schema's rule is `upload(avatarRules)`. */
export function AvatarField({ placeholder, stored, ...field }: AvatarFieldProps) {
  const read = (
    <span className="flex size-[72px] items-center justify-center overflow-hidden rounded-full">
      {/* biome-ignore lint/performance/noImgElement: attachments come from the API, which has made their sizes */}
      {stored ? <img src={stored} alt="" className="size-full object-cover" /> : placeholder}
    </span>
  );
  return (
    <ControlledField<AvatarChange> display="file" read={read} empty={undefined} {...field}>
      {(control, label) => (
        <AvatarInput label={label} placeholder={placeholder} stored={stored} {...control} />
      )}
    </ControlledField>
  );
}
