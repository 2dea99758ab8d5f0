import type { FileResponse } from "../../lib/contract/file";
import { attachmentKindOf } from "../../lib/validation/attachment-files";
import { extensionOf } from "../../lib/validation/files";
import { invalid, notFound } from "../core/errors";
import { type SQL, sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { countDistinct, distinctIds } from "../database/uuid";
import type { Context, RequestFacts } from "../endpoint/route";
import { attachmentFiles, bytesOf, fileKey } from "../files/store";
import { ReceivedFile } from "../http/uploads";
import { idArray } from "../members/memberships";
import { matchesExtension } from "./content-check";

/** New content of an attachment: a file in the store, or a link. */
export interface Content {
  fileId: string;
  extension: string;
  kind: string;
  size: number | null;
  checksum: string;
  url: string;
  /** The received file, if it is one. */
  received?: ReceivedFile;
}

/**
 * Checks the content in a request; undefined when there is none.
 * @throws {RequestError} 400 on `file` when it is empty or does not match its extension
 */
export async function contentOf(
  fileId: () => string,
  { file, url }: { file?: unknown; url?: string | null },
): Promise<Content | undefined> {
  if (url && file) throw invalid([{ propertyName: "url", rule: "fileOrUrl" }]);
  if (url) return { fileId: fileId(), extension: "", kind: "Link", size: null, checksum: "", url };
  if (!file) return undefined;
  // A JSON body can claim a file that it does not have.
  if (!(file instanceof ReceivedFile)) throw invalid([{ propertyName: "file", rule: "required" }]);
  if (file.size === 0) throw invalid([{ propertyName: "file", rule: "emptyFile" }]);
  const extension = extensionOf(file.name);
  if (!(await matchesExtension(extension, file.head)))
    throw invalid([{ propertyName: "file", rule: "fileContent", values: { extension } }]);
  return {
    fileId: file.fileId,
    extension,
    kind: attachmentKindOf(file.name),
    size: file.size,
    checksum: file.checksum,
    url: "",
    received: file,
  };
}

/** Stores content as a version of an attachment, and keeps its file after the commit. */
export async function addVersion(
  { db, afterCommit }: Context,
  { fileId, extension, kind, size, checksum, url, received }: Content,
  { attachmentId, fileName, syncVersion }: { attachmentId: string; fileName: string; syncVersion: number },
): Promise<void> {
  await db.execute(sql`
    insert into attachment_files (attachment_file_id, attachment_id, sync_version, file_name, file_extension, file_type,
      file_size, file_checksum, url)
    values (${fileId}, ${attachmentId}, ${syncVersion}, ${fileName}, ${extension}, ${kind}, ${size}, ${checksum}, ${url})`);
  if (received) afterCommit(async () => received.keep());
}

/** An attachment's file in the store. */
export interface VersionFile extends Record<string, unknown> {
  attachmentId: string;
  fileId: string;
  fileName: string;
  extension: string;
  size: number;
  checksum: string;
  syncVersion: number;
}

/**
 * @param version the newest by default
 * @throws {RequestError} 404 for an unknown version, and for a link
 */
export async function fileOf(db: Database, attachmentId: string, version?: string): Promise<VersionFile> {
  if (version !== undefined && !/^\d{1,9}$/.test(version)) throw notFound();
  const wanted: SQL = version === undefined ? sql`a.sync_version` : sql`${Number(version)}::int`;
  const [found] = await filesWhere(db, sql`a.attachment_id = ${attachmentId} and f.sync_version = ${wanted}`);
  if (!found) throw notFound();
  return found;
}

/** The newest files of attachments, by name; links have none. @throws {RequestError} 404 when one does not exist */
export async function filesOf(db: Database, attachmentIds: readonly string[]): Promise<VersionFile[]> {
  const ids = idArray(distinctIds(attachmentIds));
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from attachments where attachment_id = any(${ids}) and archived_on is null`);
  if (rows[0]?.count !== countDistinct(attachmentIds)) throw notFound();
  return filesWhere(db, sql`a.attachment_id = any(${ids}) and f.sync_version = a.sync_version`);
}

async function filesWhere(db: Database, condition: SQL): Promise<VersionFile[]> {
  const { rows } = await db.execute<VersionFile>(sql`
    select a.attachment_id as "attachmentId", f.attachment_file_id as "fileId", a.file_name as "fileName",
      f.file_extension as extension, f.file_size::float8 as size, f.file_checksum as checksum, f.sync_version as "syncVersion"
    from attachments a join attachment_files f using (tenant_id, attachment_id)
    where ${condition} and a.archived_on is null and f.file_size is not null
    order by a.file_name_sort, a.attachment_id`);
  return rows;
}

const mediaTypes: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  bmp: "image/bmp",
  svg: "image/svg+xml",
  mp4: "video/mp4",
  mov: "video/quicktime",
  mkv: "video/x-matroska",
  "3gp": "video/3gpp",
  mpeg: "video/mpeg",
  flv: "video/x-flv",
  avi: "video/x-msvideo",
  mp3: "audio/mpeg",
  pdf: "application/pdf",
  txt: "text/plain",
  rtf: "application/rtf",
  zip: "application/zip",
};

/** The file itself, whole or in parts. Reports a missing file before the first byte. */
export function fileResponse(
  { tenant: { tenantId }, files }: Pick<RequestFacts, "tenant" | "files">,
  { fileId, fileName, extension, size, checksum }: VersionFile,
): FileResponse {
  const key = fileKey(attachmentFiles, { tenantId, fileId });
  return {
    fileName: nameWithExtension({ fileName, extension }),
    mediaType: mediaTypes[extension] ?? "application/octet-stream",
    content: bytesOf(files, key),
    isDetached: true,
    stored: { size, entityTag: `"${checksum}"`, part: (range) => bytesOf(files, key, range) },
  };
}

export const nameWithExtension = ({ fileName, extension }: Pick<VersionFile, "fileName" | "extension">) =>
  extension ? `${fileName}.${extension}` : fileName;
