import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readArchive } from "./archive-reader";
import { type ArchiveWriter, writeArchive } from "./archive-writer";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-archive-"));
  file = join(folder, "archive.tar");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (fill: (archive: ArchiveWriter) => Promise<object>) => writeArchive(file, { format: 1 }, fill);

async function* pieces(count: number): AsyncGenerator<Buffer> {
  for (let number = 0; number < count; number += 1) yield Buffer.alloc(64 * 1024, number);
}

test("[OP-03] thousands of members, long names and large ones are read as they were written", async () => {
  const long = `files/${"a".repeat(36)}/report-documents/${"b".repeat(60)}.docx`;
  await write(async (archive) => {
    for (let number = 0; number < 2_500; number += 1)
      await archive.add(`data/${number}`, Buffer.from(`${number}`));
    await archive.add(long, Buffer.alloc(0));
    await archive.addStream({ name: "files/large.bin", size: 40 * 64 * 1024, content: pieces(40) });
    return { tables: [] };
  });
  const read = new Map<string, number>();
  const { header, manifest } = await readArchive(file, async ({ name, size, content }) => {
    read.set(name, size);
    if (name === "data/7") for await (const bytes of content) expect(String(bytes)).toBe("7");
  });
  expect([header, manifest]).toEqual([{ format: 1 }, { tables: [] }]);
  expect([read.size, read.get(long), read.get("files/large.bin")]).toEqual([2_502, 0, 40 * 64 * 1024]);
  expect(await readdir(folder)).toEqual(["archive.tar"]);
});

test.each<[string, (archive: ArchiveWriter) => Promise<void>, string]>([
  [
    "content that is longer than announced",
    (archive) => archive.addStream({ name: "files/x.bin", size: 10, content: pieces(1) }),
    "Size mismatch",
  ],
  [
    "content that is shorter than announced",
    (archive) => archive.addStream({ name: "files/x.bin", size: 200_000, content: pieces(1) }),
    "Size mismatch",
  ],
  [
    "a source that fails",
    async (archive) => {
      await archive.add("data/x", Buffer.from("x"));
      throw new Error("The store has gone.");
    },
    "The store has gone.",
  ],
])("[OP-03] %s fails the archive and leaves no file", async (_, add, message) => {
  await expect(write((archive) => add(archive).then(() => ({})))).rejects.toThrow(message);
  expect(await readdir(folder)).toEqual([]);
});
