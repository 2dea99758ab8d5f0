import { useLocale } from "next-intl";
import { formatSize } from "@/lib/format/size";

/** A number of bytes, such as `1.5 MB`; nothing without one. */
export function FileSize({ bytes }: { bytes: number | null }) {
  const language = useLocale();
  return bytes === null ? null : formatSize(bytes, language);
}
