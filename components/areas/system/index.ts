import { Activity } from "lucide-react";
import { type Area, lazyView } from "../../area/area";

/** For operators of the installation, in the host tenant (OP-06). */
export const systemArea: Area = {
  name: "system",
  icon: Activity,
  label: "system.title",
  place: 90,
  inSettings: true,
  permission: "SystemView",
  views: { index: lazyView(() => import("./system-view")) },
};
