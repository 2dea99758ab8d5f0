import { type Area, lazyView } from "../../area/area";
import { recordArea } from "../record-area";
import { attribute } from "./attribute";

export const attributesArea: Area = recordArea(attribute, {
  place: 45,
  records: () => import("./form").then(({ records }) => records),
  views: {
    list: lazyView(() => import("./list-view")),
    create: lazyView(() => import("./create-view")),
    detail: lazyView(() => import("./detail-view")),
  },
});
