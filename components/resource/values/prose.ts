import { cn } from "@/components/ui/cn";

/** Styles of rich text, in the editor and for reading. */
export const prose = cn(
  "break-words text-base [&>*+*]:mt-2 [&>:first-child]:mt-0",
  "[&_h1]:font-semibold [&_h1]:text-xl [&_h2]:font-semibold [&_h2]:text-lg [&_h3]:font-semibold [&_h3]:text-base",
  "[&_a]:text-primary [&_a]:underline [&_strong]:font-semibold [&_b]:font-semibold",
  "[&_ul]:list-disc [&_ul]:pl-6 [&_ol]:list-decimal [&_ol]:pl-6",
  // A nested list has an item without a marker.
  "[&_li:has(>ol:first-child)]:list-none [&_li:has(>ul:first-child)]:list-none",
  "[&_blockquote]:border-control [&_blockquote]:border-l-2 [&_blockquote]:pl-3 [&_blockquote]:text-muted",
  "[&_code]:rounded-sm [&_code]:bg-hover [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm",
  "[&_table]:w-full [&_table]:table-fixed [&_table]:border-collapse",
  "[&_td]:border [&_td]:px-2 [&_td]:py-1 [&_td]:align-top",
  "[&_th]:border [&_th]:bg-background [&_th]:px-2 [&_th]:py-1 [&_th]:text-left [&_th]:align-top [&_th]:font-medium",
  "[&_[data-lexical-indent='1']]:pl-6 [&_[data-lexical-indent='2']]:pl-12 [&_[data-lexical-indent='3']]:pl-18 [&_[data-lexical-indent='4']]:pl-24",
  "[&_[data-lexical-indent='5']]:pl-30 [&_[data-lexical-indent='6']]:pl-36 [&_[data-lexical-indent='7']]:pl-42",
);
