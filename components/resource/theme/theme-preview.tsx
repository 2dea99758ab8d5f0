"use client";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { themeStyle } from "@/lib/client/theme/theme-style";
import { type ThemeColours, tokensOf } from "@/lib/theme/palette";
import { Contrasts } from "./contrasts";

interface ThemePreviewProps {
  colours: ThemeColours;
}

/** Previews a theme of two colours: product components in these colours, with contrasts (PR-03). */
export function ThemePreview({ colours }: ThemePreviewProps) {
  const t = useTranslations("resource.themePreview");
  const tokens = tokensOf(colours);
  return (
    <section
      aria-label={t("preview")}
      style={themeStyle(tokens, colours.isDark)}
      className="@container flex min-w-0 flex-col gap-4 overflow-hidden rounded-lg border bg-background text-text"
    >
      {/* Inert picture of the product. */}
      <div inert aria-hidden="true" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-2 px-4 pt-4">
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
      <div className="px-4 pb-4">
        <Contrasts tokens={tokens} />
      </div>
    </section>
  );
}
