"use client";
import { useTab } from "@/lib/client/tabs";
import { parseAddress } from "@/lib/client/tabs/address";

/** Returns the address of the list or search from which the tab's view was opened (RT-02). */
export function useListAddress(): string {
  const { path, callback = "" } = useTab();
  const list = `/${path.split("/")[1] ?? ""}`;
  return [list, "/search"].includes(parseAddress(callback).path) ? callback : list;
}
