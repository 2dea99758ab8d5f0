import { ShieldCheck } from "lucide-react";
import { type Area, lazyView } from "../area";

export const rolesArea: Area = {
  name: "roles",
  place: 20,
  inSettings: true,
  icon: ShieldCheck,
  label: "roles.title",
  createLabel: "roles.new",
  permission: "RoleView",
  createPermission: "RoleView_AddAction",
  views: {
    list: lazyView(() => import("./list-view")),
    create: lazyView(() => import("./create-view")),
    detail: lazyView(() => import("./detail-view")),
  },
  collection: { label: "roles.title" },
};
