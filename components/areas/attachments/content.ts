import { type CallOptions, call } from "@/lib/client/api/client";
import { contract } from "@/lib/contract";
import type { AttachmentDetail } from "@/lib/contract/attachments";

/** Stores a file as the next version of an attachment; its metadata stays unchanged. */
export function saveVersion(
  { attachmentId, fileName, version }: AttachmentDetail,
  file: File,
  options?: CallOptions,
): Promise<AttachmentDetail> {
  return call(
    contract.attachments.save,
    { params: { attachmentId }, body: { fileName, file, version } },
    options,
  );
}
