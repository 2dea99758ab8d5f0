import { ScrollText } from "lucide-react";
import { allPermissions } from "@/lib/contract";
import { type Area, lazyView } from "../../area/area";

const historyPermissions = allPermissions.filter((name) => /^[^_]+_HistoryAction$/.test(name));

export const auditArea: Area = {
  name: "audit",
  place: 35,
  icon: ScrollText,
  label: "audit.title",
  // Available to users who may see the history of any area, limited to those areas.
  isAllowed: ({ has }) => historyPermissions.some((name) => has(name)),
  views: {
    list: lazyView(() => import("./list-view")),
    detail: lazyView(() => import("./detail-view")),
  },
};
