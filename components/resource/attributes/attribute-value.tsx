"use client";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { useFormat } from "@/lib/client/format";
import { optionsIn, separatedValues } from "@/lib/contract/attribute-types";
import type { Signature } from "../fields/signature/signature";
import { SignatureValue } from "../fields/signature/signature-field";
import { DisplayValue, NothingEntered } from "../values/display-value";
import type { AttributeRow } from "./calls";

/** Name of an attribute; headings keep their style. */
export function AttributeName({ attribute }: { attribute: AttributeRow }) {
  const t = useTranslations("attributes");
  const { attributeName, attributeTypeId, isRequired } = attribute;
  const { bold, italic, underline, fontSize } = optionsIn(attribute);
  const isHeading = attributeTypeId === "Layout";
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span
        className={cn(
          isHeading ? "text-base" : "text-muted text-xs",
          bold && "font-semibold",
          italic && "italic",
          underline && "underline",
          fontSize === "sm" && "text-sm",
          fontSize === "lg" && "text-lg",
        )}
      >
        {attributeName}
      </span>
      {isRequired && <Badge>{t("fields.isRequired")}</Badge>}
    </p>
  );
}

/** Value of an attribute for reading, by its type (AA-01). */
export function AttributeValue({ attribute }: { attribute: AttributeRow }) {
  const t = useTranslations("attributes.section");
  const common = useTranslations("common");
  const format = useFormat();
  const { attributeTypeId, attributeValue: value, attributeValueName } = attribute;
  const options = optionsIn(attribute);
  if (attributeTypeId === "None" || attributeTypeId === "Layout") return null;
  if (value === null)
    return options.calculatedAttribute ? (
      <span className="text-muted text-sm">{t("calculated", { formula: options.calculatedAttribute })}</span>
    ) : (
      <NothingEntered />
    );
  switch (attributeTypeId) {
    case "Boolean": {
      const isYes = value === "true";
      const caption = isYes ? options.trueCaption : options.falseCaption;
      return (!options.hideCaption && caption) || common(isYes ? "yes" : "no");
    }
    case "Number":
      return <span className="tabular-nums">{format.number(Number(value))}</span>;
    case "DetailTable":
      return attributeValueName || String(value);
    case "Checkboxes":
      return <DisplayValue type="text" value={separatedValues(String(value))} />;
    case "Textarea":
      return <DisplayValue type="textarea" value={value} />;
    case "DateTime":
      return <DisplayValue type="any" value={value} />;
    case "Signature": {
      const signature = JSON.parse(String(value)) as Signature & { signatureDate: string };
      return (
        <>
          <SignatureValue value={signature} />
          <span className="block text-muted text-xs">{format.dateTime(signature.signatureDate)}</span>
        </>
      );
    }
    default:
      return <DisplayValue type="text" value={value} />;
  }
}
