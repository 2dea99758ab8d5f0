import { Shapes } from "lucide-react";
import { type Area, lazyView } from "../../area/area";

/** For developers: without data, so without permission. */
export const playgroundArea: Area = {
  name: "playground",
  icon: Shapes,
  label: "playground.title",
  views: { index: lazyView(() => import("./playground-view")) },
};
