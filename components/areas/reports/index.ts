import { type Area, lazyView } from "../area";
import { report } from "./report";

/** Reports come with the product: none is created. */
export const reportsArea: Area = {
  name: "reports",
  place: 70,
  icon: report.icon,
  label: "reports.title",
  permission: report.view,
  views: {
    list: lazyView(() => import("./list-view")),
    detail: lazyView(() => import("./detail-view")),
  },
  collection: { label: "reports.title" },
};
