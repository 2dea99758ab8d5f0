"use client";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useFormat } from "@/lib/client/format";
import type { AddressFaults } from "../list/list-call";

interface AddressNoticeProps {
  leftOut: AddressFaults;
  onClose?: () => void;
}

/** Lists the invalid parts of the address after it was corrected (RT-02, TL-04). */
export default function AddressNotice({ leftOut, onClose }: AddressNoticeProps) {
  const t = useTranslations("resource.table.leftOut");
  const filters = useTranslations("resource.filters");
  const common = useTranslations("common");
  const format = useFormat();
  const names = leftOut.parameters.map((name) => t(name));
  return (
    <Alert
      className="mb-3"
      action={
        <Button size="sm" onClick={onClose}>
          {common("close")}
        </Button>
      }
    >
      {leftOut.filters > 0 && <p>{filters("dropped", { count: leftOut.filters })}</p>}
      {names.length > 0 && <p>{t("text", { parts: format.allOf(names) })}</p>}
    </Alert>
  );
}
