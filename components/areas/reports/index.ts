import { translatedNameOf } from "@/components/resource/record/kind";
import { type Area, lazyView } from "../../area/area";
import { report } from "./report";

/** Reports are built in and cannot be created. */
export const reportsArea: Area = {
  name: "reports",
  place: 70,
  icon: report.icon,
  label: "reports.title",
  permission: report.view,
  translatedName: translatedNameOf(report.calls),
  views: {
    list: lazyView(() => import("./list-view")),
    detail: lazyView(() => import("./detail-view")),
  },
  collection: { label: "reports.title" },
};
