import { translatedNameOf } from "@/components/resource/record/kind";
import { type Area, lazyView } from "../../area/area";
import { recordArea } from "../record-area";
import { attachmentStatus } from "./attachment-status";

export const attachmentStatusArea: Area = recordArea(attachmentStatus, {
  place: 60,
  translatedName: translatedNameOf(attachmentStatus.calls),
  records: () =>
    import("@/lib/contract/attachment-status").then(({ attachmentStatusRecords }) => attachmentStatusRecords),
  views: {
    list: lazyView(() => import("./list-view")),
    create: lazyView(() => import("./create-view")),
    detail: lazyView(() => import("./detail-view")),
  },
});
