import { CircleUser } from "lucide-react";
import { type Area, lazyView } from "../../area/area";

export const myAccountArea: Area = {
  name: "my-account",
  icon: CircleUser,
  label: "my-account.title",
  views: { index: lazyView(() => import("./my-account-view")) },
};
