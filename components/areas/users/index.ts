import { Users } from "lucide-react";
import { type Area, lazyView } from "../../area/area";

export const usersArea: Area = {
  name: "users",
  place: 10,
  goKey: "u",
  inSettings: true,
  icon: Users,
  label: "users.title",
  createLabel: "users.new",
  permission: "UserView",
  createPermission: "UserView_AddAction",
  views: {
    list: lazyView(() => import("./list-view")),
    create: lazyView(() => import("./create-view")),
    detail: lazyView(() => import("./detail-view")),
  },
  collection: { label: "users.title" },
};
