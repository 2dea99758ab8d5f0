import type { Area } from "../area";
import { recordArea } from "../record-area";
import { attachment } from "./attachment";

export const attachmentsArea: Area = recordArea(attachment, {
  place: 50,
  records: () => import("./records").then(({ records }) => records),
  form: [["fileName"], ["description"], ["attachmentStatusId"]],
});
