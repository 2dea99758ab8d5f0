"use client";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useFormat } from "@/lib/client/format";
import type { ListControl } from "./list-state";

/** Says what of the address did not fit the list, once it is corrected (RT-02, TL-04). */
export function AddressNotice({ control: { leftOut, forgetLeftOut } }: { control: ListControl }) {
  const t = useTranslations("resource.table.leftOut");
  const filters = useTranslations("resource.filters");
  const common = useTranslations("common");
  const format = useFormat();
  if (!leftOut) return null;
  const names = leftOut.parameters.map((name) => t(name));
  return (
    <Alert
      className="mb-3"
      action={
        <Button size="sm" onClick={forgetLeftOut}>
          {common("close")}
        </Button>
      }
    >
      {leftOut.filters > 0 && <p>{filters("dropped", { count: leftOut.filters })}</p>}
      {names.length > 0 && <p>{t("text", { parts: format.allOf(names) })}</p>}
    </Alert>
  );
}
