import { useTranslations } from "next-intl";
import { useFormat } from "@/lib/client/format";

/** When something last happened, or that it never did. */
export function InstantOrNever({ value }: { value: string | null }) {
  const never = useTranslations("resource.table")("never");
  const format = useFormat();
  return value ? format.dateTime(value) : <span className="text-muted">{never}</span>;
}
