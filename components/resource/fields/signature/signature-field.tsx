"use client";
import { useTranslations } from "next-intl";
import { ControlledField, type FormFieldProps, useStored } from "../form-field";
import { noSignature, type Signature, signaturePicture } from "./signature";
import { SignatureInput, SignaturePicture } from "./signature-input";

interface SignatureFieldProps extends FormFieldProps {
  /** False offers typed signatures only. */
  hasPad?: boolean;
}

/** Signature in a form (attribute type Signature). */
export function SignatureField({ hasPad, ...field }: SignatureFieldProps) {
  const stored = useStored(field.name) as Signature | null | undefined;
  return (
    <ControlledField<Signature>
      display="none"
      read={<SignatureValue value={stored} />}
      empty={noSignature}
      {...field}
    >
      {(control, label) => <SignatureInput label={label} hasPad={hasPad} {...control} />}
    </ControlledField>
  );
}

/** Signature for reading: picture and name. */
export function SignatureValue({ value }: { value: Signature | null | undefined }) {
  const t = useTranslations("signature");
  if (!value?.signatureName && !value?.approvedSignature) return t("unsigned");
  return (
    <span className="flex flex-col items-start gap-1">
      <SignaturePicture picture={signaturePicture(value)} name={value.signatureName} />
      {value.signatureName}
    </span>
  );
}
