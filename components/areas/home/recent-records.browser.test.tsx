import { Tag } from "lucide-react";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { lazyView } from "@/components/area/area";
import { AreasProvider } from "@/components/area/areas-context";
import { show } from "@/tests/component/show";
import { RecentRecords } from "./recent-records";

afterEach(() => localStorage.clear());

test("[HO-05] [PR-02] recent records have their names in the current language", async () => {
  const seen = (id: string, language: string, title: string) => ({
    ...{ path: `/attachment-status/${id}`, language, title, seenOn: Date.now() },
  });
  const records = [seen("1", "de", "Entwurf"), seen("2", "en", "Approved"), seen("3", "de", "Gelöscht")];
  localStorage.setItem("hub.recent//1", JSON.stringify({ version: 1, records }));
  const asked: string[] = [];
  const translatedName = async (id: string) => {
    asked.push(id);
    if (id === "3") throw new Error("gone");
    return "Draft";
  };
  const detail = lazyView(async () => ({ default: () => null }));
  const area = { name: "attachment-status", icon: Tag, label: "attachment-status.title" } as const;
  await show(
    <AreasProvider
      value={{
        areas: [{ ...area, views: { detail }, translatedName }],
        loadView: () => undefined,
        failedViews: () => [],
      }}
    >
      <RecentRecords />
    </AreasProvider>,
  );
  for (const name of ["Draft", "Approved", "Gelöscht"])
    await expect.element(page.getByRole("link", { name })).toBeVisible();
  expect(asked).toEqual(["1", "3"]);
});
