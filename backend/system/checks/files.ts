import { randomUUID } from "node:crypto";
import { statfs } from "node:fs/promises";
import { sql } from "../../database/sql";
import type { FileStore } from "../../files/store";
import { defineCheck } from "../check";
import { reasonOf } from "../run-checks";

const mebibyte = 1024 * 1024;
/** Bytes below which the disk should be looked at, and below which changes will soon be refused. */
const little = 2048 * mebibyte;
const least = 256 * mebibyte;

export const disk = defineCheck("disk", async ({ config }) => {
  const { bavail, bsize } = await statfs(config.dataDirectory);
  const free = bavail * bsize;
  const values = { free: { bytes: free } };
  if (free >= little) return { state: "fine", text: "enough", values };
  return { state: free < least ? "act" : "look", text: "low", values };
});

export const files = defineCheck("files", async ({ config, connection, files: store }) => {
  try {
    await storeAndReadBack(store);
  } catch (error) {
    return { state: "act", text: "failed", values: { reason: reasonOf(error) } };
  }
  const { rows } = await connection.transaction(
    "owner",
    (db) =>
      db.execute<{ bytes: number }>(sql`
        select (select coalesce(sum(file_size), 0) from attachment_files)::bigint
          + (select coalesce(sum(file_size), 0) from report_layout_files)::bigint
          + (select coalesce(sum(file_size), 0) from report_documents)::bigint as bytes`),
    { readOnly: true },
  );
  const size = { bytes: rows[0]?.bytes ?? 0 };
  return config.s3
    ? { state: "fine", text: "bucket", values: { size, bucket: config.s3.bucket } }
    : { state: "fine", text: "disk", values: { size } };
});

async function storeAndReadBack(store: FileStore): Promise<void> {
  const key = `system/checks/${randomUUID()}.bin`;
  const content = Buffer.from(key);
  try {
    await store.write(key, content);
    if ((await store.sizeOf(key)) !== content.length) throw new Error("it came back with another size");
  } finally {
    await store.remove(key).catch(() => undefined);
  }
}
