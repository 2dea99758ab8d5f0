import { Building } from "lucide-react";
import { type Area, lazyView } from "../../area/area";

export const organisationSettingsArea: Area = {
  name: "organisation-settings",
  goKey: "o",
  icon: Building,
  label: "organisation-settings.title",
  place: 25,
  inSettings: true,
  permission: "OrganisationSettingView",
  views: { index: lazyView(() => import("./organisation-settings-view")) },
};
