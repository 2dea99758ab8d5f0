import { expect, test } from "vitest";
import { docx, paragraph } from "../testing/docx";
import { LayoutProcess } from "./layout-process";

const asked = {
  delimiters: { start: "{", end: "}" },
  lists: [],
  data: { report: { names: ["reportName"], values: ["Staff"] }, rows: { names: [], lists: [], list: [] } },
};

async function begun(by: string) {
  const file = await docx(paragraph("{reportName}"));
  return LayoutProcess.begin(by, async function* () {
    yield file;
  });
}

test("[RP-02] whoever does not fetch their document keeps nobody else waiting, and gets all of it later", async () => {
  const documents: AsyncGenerator<Uint8Array>[] = [];
  for (const by of ["one", "two", "three"]) {
    const document = (await begun(by)).fill(asked);
    const { value } = await document.next();
    expect(Buffer.from(value as Uint8Array).toString("latin1", 0, 2)).toBe("PK");
    documents.push(document);
  }
  for (const document of documents) for await (const part of document) expect(part.length).toBeGreaterThan(0);
});

test("[RP-02] a process that cannot begin takes no turn away", async () => {
  for (const by of ["one", "two", "three"])
    await expect(
      LayoutProcess.begin(by, () => {
        throw new Error("away");
      }),
    ).rejects.toThrow("away");
  (await begun("four")).end();
});

test("[RP-02] a document whose process was killed is told from a whole one", async () => {
  const process = await begun("one");
  const document = process.fill(asked);
  process.end();
  await expect(document.next()).rejects.toThrow();
});
