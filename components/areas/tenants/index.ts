import { Building2 } from "lucide-react";
import { type Area, lazyView } from "../area";

export const tenantsArea: Area = {
  name: "tenants",
  place: 30,
  inSettings: true,
  icon: Building2,
  label: "tenants.title",
  createLabel: "tenants.new",
  permission: "TenantView",
  createPermission: "TenantView_AddAction",
  views: {
    list: lazyView(() => import("./list-view")),
    create: lazyView(() => import("./create-view")),
    detail: lazyView(() => import("./detail-view")),
  },
  collection: { label: "tenants.title" },
};
