import { type Area, lazyView } from "../../area/area";
import { recordArea } from "../record-area";
import { attachment } from "./attachment";

export const attachmentsArea: Area = recordArea(attachment, {
  place: 50,
  goKey: "a",
  records: () => import("./records").then(({ records }) => records),
  views: {
    list: lazyView(() => import("./list-view")),
    create: lazyView(() => import("./create-view")),
    detail: lazyView(() => import("./detail-view")),
  },
});
