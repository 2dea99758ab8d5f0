"use client";
import { Archive } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useTab } from "@/lib/client/tabs";
import { narrowButton } from "../list/narrow-button";

/** Whether a list shows its deleted records, by its address. */
export const showsDeleted = ({ deleted }: Readonly<Record<string, string>>) => deleted === "yes";

/** Parts of an address that belong to one of a view's lists. */
export const ofOneList = { page: undefined, sortBy: undefined, sortDir: undefined, filters: undefined };

/** Look of a pressed button that chooses the shown records. */
export const pressed = "border-primary/30 bg-primary/8";

/** Switches between a list and its deleted records; both use the same phrase (HI-02). */
export function DeletedSwitch() {
  const t = useTranslations("resource.deleted");
  const { query, setQuery } = useTab();
  const on = showsDeleted(query);
  return (
    <Button
      aria-pressed={on}
      icon={<Archive />}
      className={`${narrowButton.button} ${on ? pressed : ""}`}
      onClick={() => setQuery({ ...ofOneList, deleted: on ? undefined : "yes" })}
    >
      <span data-label className={narrowButton.label}>
        {t("show")}
      </span>
    </Button>
  );
}
