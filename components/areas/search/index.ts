import { Search } from "lucide-react";
import { type Area, lazyView } from "../../area/area";

export const searchArea: Area = {
  name: "search",
  icon: Search,
  label: "search.title",
  views: {
    index: lazyView(() => import("./search-view")),
    everywhere: lazyView(() => import("./everywhere")),
  },
  embedsLists: true,
};
