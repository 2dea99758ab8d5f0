import { type Area, lazyView } from "../../area/area";
import { recordArea } from "../record-area";
import { tenant } from "./tenant";

export const tenantsArea: Area = recordArea(tenant, {
  place: 30,
  inSettings: true,
  records: () => import("@/lib/contract/tenants").then(({ tenantRecords }) => tenantRecords),
  views: {
    list: lazyView(() => import("./list-view")),
    create: lazyView(() => import("./create-view")),
    detail: lazyView(() => import("./detail-view")),
  },
});
