"use client";
import { Users } from "lucide-react";
import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Mark } from "@/components/ui/mark";
import { contrast } from "@/lib/theme/oklch";
import { type ThemeColours, type Token, tokensOf } from "@/lib/theme/palette";

/** What is written on what, to be looked at with its contrast. */
const samples: readonly (readonly [above: Token, below: Token])[] = [
  ["text", "background"],
  ["muted", "surface"],
  ["text", "hover"],
  ["text", "selected"],
  ["primary-text", "primary-subtle"],
  ["accent-text", "accent-subtle"],
  ["on-primary", "primary"],
  ["on-accent", "accent"],
  ["on-danger", "danger"],
  ["success", "success-subtle"],
  ["warning", "warning-subtle"],
  ["danger-text", "danger-subtle"],
];

interface ThemePreviewProps {
  colours: ThemeColours;
  /** Names the part of the page; "Preview" unless given. */
  title?: string;
  /** What the organisation is called, and the address of its logo. */
  name?: string;
  logo?: string;
}

/** What becomes of two colours: the product's own parts drawn in them, and how well each can be read (PR-03). */
export function ThemePreview({ colours, title, name, logo }: ThemePreviewProps) {
  const t = useTranslations("resource.themePreview");
  const tokens = tokensOf(colours);
  const variables = Object.fromEntries(Object.entries(tokens).map(([token, value]) => [`--${token}`, value]));
  return (
    <section
      aria-label={title ?? t("preview")}
      style={{ ...variables, colorScheme: colours.isDark ? "dark" : "light" } as CSSProperties}
      className="@container flex min-w-0 flex-col gap-4 overflow-hidden rounded-lg border bg-background text-text"
    >
      {/* A picture of the product: nothing of it does anything. */}
      <div inert aria-hidden="true" className="flex flex-col gap-4">
        {name !== undefined && <Frame name={name} logo={logo} />}
        <div className="flex flex-wrap items-center gap-2 px-4 pt-4 [div+&]:pt-0">
          <Button variant="primary">{t("primary")}</Button>
          <Button>{t("secondary")}</Button>
          <Button variant="danger">{t("danger")}</Button>
          <Badge tone="primary">{t("primary")}</Badge>
          <Badge tone="success">{t("success")}</Badge>
          <Badge tone="warning">{t("warning")}</Badge>
        </div>
        <div className="flex flex-col gap-4 px-4">
          <Field label={t("field")}>
            <Input readOnly tabIndex={-1} value={t("fieldText")} />
          </Field>
          <Alert title={t("alert")}>{t("alertText")}</Alert>
        </div>
      </div>
      <ul
        aria-label={t("contrast")}
        className="grid grid-cols-[repeat(auto-fill,minmax(120px,1fr))] gap-2 px-4 pb-4"
      >
        {samples.map(([above, below]) => (
          <li
            key={`${above} ${below}`}
            style={{ color: tokens[above], backgroundColor: tokens[below] }}
            className="rounded border px-3 py-1.5 text-sm"
          >
            <span className="block truncate font-medium">{below}</span>
            <span className="tabular-nums">{contrast(tokens[above], tokens[below]).toFixed(1)} : 1</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const people = ["Ada Byron", "Grace Murray", "Mary Fairfax"];

/** The top bar, a tab strip and some rows, as the shell shows them. */
function Frame({ name, logo }: { name: string; logo?: string }) {
  const t = useTranslations("resource.themePreview");
  return (
    <div className="bg-surface">
      <div className="flex h-12 items-center gap-2 border-b px-3">
        <Mark src={logo} className={cn("h-6 shrink-0", logo ? "max-w-24" : "w-6")} />
        <span className="truncate font-semibold">{name}</span>
      </div>
      <div className="flex h-9 items-end border-b bg-background px-3 text-sm">
        <span className="flex h-8 items-center gap-1.5 rounded-t border border-b-0 bg-surface px-3 font-medium text-primary">
          <Users className="size-4" />
          {t("tab")}
        </span>
      </div>
      {people.map((person, index) => (
        <div
          key={person}
          className={cn(
            "flex h-9 items-center gap-3 border-b px-4 text-sm",
            index === 1 && "bg-selected",
            index === 2 && "bg-hover",
          )}
        >
          <span className="min-w-0 flex-1 truncate">{person}</span>
          <span className="truncate text-muted">{`${person.split(" ")[0]?.toLowerCase()}@example.com`}</span>
        </div>
      ))}
    </div>
  );
}
