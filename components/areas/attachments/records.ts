import { contract } from "@/lib/contract";
import { attachmentRecords } from "@/lib/contract/attachments";

/** With the calls as they are, whose bodies bring files. */
export const records = { ...attachmentRecords, calls: contract.attachments };
