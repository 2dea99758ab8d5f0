import { type Area, lazyView } from "../../area/area";
import { recordArea } from "../record-area";
import { role } from "./role";

export const rolesArea: Area = recordArea(role, {
  place: 20,
  goKey: "r",
  inSettings: true,
  records: () => import("@/lib/contract/roles").then(({ roleRecords }) => roleRecords),
  views: {
    list: lazyView(() => import("./list-view")),
    detail: lazyView(() => import("./detail-view")),
  },
});
