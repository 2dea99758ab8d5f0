"use client";
import { useKeyedAreas } from "@/components/area/destinations";
import { useSingleKeys, useSingleKeysSetting } from "@/components/ui/use-single-keys";
import { followIntoView } from "@/components/ui/view-focus";
import { useNavigation } from "@/lib/client/tabs";

/** Keys of the workspace outside of fields; its own component, so that new permissions do not rerender the shell. */
export function SingleKeys() {
  const areas = useKeyedAreas();
  const { open } = useNavigation();
  useSingleKeys(useSingleKeysSetting(), (key) => {
    const area = areas.find(({ goKey }) => goKey === key);
    if (!area) return false;
    followIntoView();
    open(`/${area.name}`);
    return true;
  });
  return null;
}
