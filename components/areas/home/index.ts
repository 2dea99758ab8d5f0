import { House } from "lucide-react";
import { type Area, lazyView } from "../../area/area";

export const homeArea: Area = {
  name: "",
  goKey: "h",
  icon: House,
  label: "home.title",
  views: { index: lazyView(() => import("./home-view")) },
};
