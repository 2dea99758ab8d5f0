import { constants } from "node:zlib";
import type { FileResponse } from "../../lib/contract/file";
import type { Language } from "../../lib/preferences/preferences";
import de from "../../messages/de/export.json";
import en from "../../messages/en/export.json";
import pl from "../../messages/pl/export.json";
import sr from "../../messages/sr/export.json";
import { notFound } from "../core/errors";
import type { Context } from "../endpoint/route";
import { archiveNames } from "../files/archive-names";
import { attachmentFiles, bytesOf, fileKey } from "../files/store";
import { type ZipEntry, zipped } from "../files/zip";
import { nameWithExtension, type VersionFile } from "./content";

const texts: Record<Language, typeof en> = { en, de, pl, sr };

type Facts = Pick<Context, "tenant" | "files" | "language">;

/** Concurrent requests for sizes of files. */
const askedAtOnce = 10;

/**
 * Streams several files as one archive, with a text that names files missing or incomplete in the store.
 * @param begun receives the contained files before the first bytes are sent
 */
export function archiveResponse(
  facts: Facts,
  wanted: readonly VersionFile[],
  begun: (files: readonly VersionFile[]) => Promise<void>,
): FileResponse {
  const { files, language } = facts;
  const nameOf = archiveNames();
  let packed: readonly VersionFile[] = [];
  async function* entries(): AsyncGenerator<ZipEntry> {
    const lost = await lostOf(facts, wanted);
    packed = wanted.filter((file) => !lost.has(file));
    if (packed.length === 0) throw notFound();
    for (const file of packed)
      yield [nameOf(file.fileName, file.extension), bytesOf(files, keyOf(facts, file))];
    if (lost.size > 0) yield [nameOf(texts[language].lost.file, "txt"), [noteOf(language, lost)]];
  }
  return {
    fileName: "attachments.zip",
    mediaType: "application/zip",
    // Most files are already compressed.
    content: zipped(entries(), constants.Z_NO_COMPRESSION),
    isDetached: true,
    begun: () => begun(packed),
  };
}

const keyOf = ({ tenant: { tenantId } }: Facts, { fileId }: VersionFile) =>
  fileKey(attachmentFiles, { tenantId, fileId });

async function lostOf(facts: Facts, wanted: readonly VersionFile[]): Promise<Set<VersionFile>> {
  const lost = new Set<VersionFile>();
  for (let at = 0; at < wanted.length; at += askedAtOnce)
    await Promise.all(
      wanted.slice(at, at + askedAtOnce).map(async (file) => {
        if ((await facts.files.sizeOf(keyOf(facts, file))) !== file.size) lost.add(file);
      }),
    );
  return lost;
}

/** With a byte order mark and Windows line ends, for every editor. */
function noteOf(language: Language, lost: ReadonlySet<VersionFile>): Buffer {
  const lines = [texts[language].lost.text, "", ...Array.from(lost, nameWithExtension), ""];
  return Buffer.from(`\ufeff${lines.join("\r\n")}`);
}
