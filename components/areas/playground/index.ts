import { Shapes } from "lucide-react";
import { type Area, lazyView } from "../area";

/** For developers and the curious: no data, so no permission. */
export const playgroundArea: Area = {
  name: "playground",
  icon: Shapes,
  label: "playground.title",
  views: { index: lazyView(() => import("./playground-view")) },
};
