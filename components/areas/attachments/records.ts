import { contract } from "@/lib/contract";
import { attachmentRecords } from "@/lib/contract/attachments";

/** Uses the original calls because their bodies contain files. */
export const records = { ...attachmentRecords, calls: contract.attachments };
