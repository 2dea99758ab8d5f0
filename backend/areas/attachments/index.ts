import { contract } from "../../../lib/contract";
import type { FileResponse } from "../../../lib/contract/file";
import { isShown } from "../../../lib/validation/attachment-files";
import { archiveResponse } from "../../attachments/archive";
import { avatarResponse } from "../../attachments/avatars";
import { fileOf, fileResponse, filesOf, type VersionFile } from "../../attachments/content";
import { pdfResponse, thumbnailResponse } from "../../attachments/previews";
import { forbidden, RequestError } from "../../core/errors";
import { type Context, implement, slowHandlerIf } from "../../endpoint/route";
import { listFacts, listPage } from "../../lists/list";
import type { ListQuery, ListSource } from "../../lists/list-source";
import { mayDownload, refuseWithout } from "../../members/policies";
import { isLogo } from "../../organisation/logos";
import { attachmentTable } from "../../records/attachment-table";
import { attributeHandlers } from "../../records/attribute-handlers";
import { recordHandlers } from "../../records/handlers";
import { downloadsOf, relationsOf, sharesOf, usesOf, versionsOf } from "./queries";
import { createAttachment, logDownloads, removeAttachments, rules, saveAttachment } from "./service";
import { checkShare, hashOfShare, removeShares, shareAttachment } from "./shares";

/** A page of entries that belong to an active attachment. */
const pageOf =
  <Sort extends string, Row, Filter extends string>(
    source: (attachmentId: string, context: Context) => ListSource<Sort, Row, Filter>,
  ) =>
  async ({
    params: { attachmentId },
    query,
    context,
  }: {
    params: { attachmentId: string };
    query: ListQuery<Sort, Filter>;
    context: Context;
  }) => {
    await attachmentTable.get(context.db, attachmentId);
    return listPage(context.db, source(attachmentId, context), query, listFacts(context));
  };

interface FileCall {
  params: { attachmentId: string; syncVersion?: string };
  context: Context;
}

const download = async ({ params: { attachmentId, syncVersion }, context }: FileCall) => {
  refuseWithout("Download", context);
  const file = await fileOf(context.db, attachmentId, syncVersion);
  const begun = (isContinued: boolean) => logDownloads(context, [file], isContinued);
  return { ...fileResponse(context, file), begun };
};

/** A theme refers to its logo by an attachment's address (OR-02), although it is not one. */
const shownOrLogo =
  (show: (context: Context, file: VersionFile) => FileResponse | Promise<FileResponse>) =>
  async ({ params: { attachmentId, syncVersion }, context }: FileCall) => {
    const file = await fileOf(context.db, attachmentId, syncVersion).catch(async (error: unknown) => {
      const isMissing = error instanceof RequestError && error.status === 404;
      if (isMissing && (await isLogo(context.db, attachmentId))) return undefined;
      throw error;
    });
    return file ? show(context, file) : avatarResponse(context, attachmentId);
  };

/** @throws {RequestError} 403 for a kind that is never shown inline, unless the caller may download it */
const show = shownOrLogo((context, file) => {
  if (!isShown(file.extension) && !mayDownload(context)) throw forbidden();
  return fileResponse(context, file);
});

export const routes = implement(contract.attachments, {
  ...recordHandlers(attachmentTable, rules),
  ...attributeHandlers(attachmentTable),
  create: ({ body, context }) => createAttachment(context, body),
  save: ({ params, body, context }) => saveAttachment(context, params.attachmentId, body),
  remove: ({ query, context }) => removeAttachments(context, query),
  download,
  downloadVersion: download,
  downloadSeveral: async ({ query, context }) => {
    refuseWithout("Download", context);
    const files = await filesOf(context.db, query.attachmentIds);
    return archiveResponse(context, files, (packed) => logDownloads(context, packed));
  },
  original: show,
  stream: show,
  thumbnail: shownOrLogo(thumbnailResponse),
  pdf: async ({ params: { attachmentId, syncVersion }, context }) =>
    pdfResponse(context, await fileOf(context.db, attachmentId, syncVersion)),
  relations: pageOf(relationsOf),
  uses: ({ query, context }) => usesOf(query.attachmentIds, context),
  downloadLogs: pageOf(downloadsOf),
  versions: pageOf(versionsOf),
  shares: pageOf(sharesOf),
  share: slowHandlerIf(({ body }) => Boolean(body.password), {
    check: ({ params, body, context }) => checkShare(context, params.attachmentId, body),
    prepare: ({ body }) => hashOfShare(body),
    handle: ({ params, body, context }, hash) => shareAttachment(context, params.attachmentId, body, hash),
  }),
  removeShares: ({ params, query, context }) =>
    removeShares(context, params.attachmentId, query.attachmentShareIds),
});

export { attachmentTable as table };
