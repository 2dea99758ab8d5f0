"use client";
import { useTab } from "@/lib/client/tabs";
import { parseAddress } from "@/lib/client/tabs/address";

/** The list of the area that the tab's view belongs to, as it was when the view was opened from it or from the search (RT-02). */
export function useListAddress(): string {
  const { path, callback = "" } = useTab();
  const list = `/${path.split("/")[1] ?? ""}`;
  return [list, "/search"].includes(parseAddress(callback).path) ? callback : list;
}
