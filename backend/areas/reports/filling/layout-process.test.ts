import { expect, test } from "vitest";
import { docx, paragraph } from "../../../testing/docx";
import { LayoutProcess } from "./layout-process";

const asked = {
  delimiters: { start: "{", end: "}" },
  lists: [],
  data: { report: { names: ["reportName"], values: ["Staff"] }, rows: { names: [], lists: [], list: [] } },
};

const asker = (person: string) => ({ tenant: "main", person });

async function begun(by: string, content = paragraph("{reportName}"), asking = {}) {
  const file = await docx(content);
  const read = async function* () {
    yield file;
  };
  return LayoutProcess.begin(asker(by), read, asking);
}

test("[RP-02] a slow download blocks no one else, and completes later", async () => {
  const documents: AsyncGenerator<Uint8Array>[] = [];
  for (const by of ["one", "two", "three"]) {
    const document = (await begun(by)).fill(asked);
    const { value } = await document.next();
    expect(Buffer.from(value as Uint8Array).toString("latin1", 0, 2)).toBe("PK");
    documents.push(document);
  }
  for (const document of documents) for await (const part of document) expect(part.length).toBeGreaterThan(0);
});

test("[RP-02] a process that cannot start releases its turn", async () => {
  for (const by of ["one", "two", "three"])
    await expect(
      LayoutProcess.begin(asker(by), () => {
        throw new Error("away");
      }),
    ).rejects.toThrow("away");
  (await begun("four")).end();
});

test("[RP-02] a document whose process was killed is distinguished from a complete one", async () => {
  const process = await begun("one");
  const document = process.fill(asked);
  process.end();
  await expect(document.next()).rejects.toThrow();
});

test("[RP-02] an excessive result is refused before filling", async () => {
  const rows = Array.from({ length: 96 }, () => ["Ada"]);
  const filledWith = async (content: string) => {
    const layout = await begun("one", content);
    try {
      await layout.rows(rows);
      const lists = { names: ["firstName"], lists: [], list: [] };
      const document = layout.fill({ ...asked, lists: ["#rows"], data: { ...asked.data, rows: lists } });
      for await (const part of document) expect(part.length).toBeGreaterThan(0);
    } finally {
      layout.end();
    }
  };
  const repeated = (text: string) => paragraph("{#rows}") + paragraph(text) + paragraph("{/rows}");
  await expect(filledWith(repeated("x".repeat(3_000_000)))).rejects.toMatchObject({
    fields: [{ propertyName: "file", rule: "layoutEffort" }],
  });
  await filledWith(repeated("{firstName}") + paragraph("x".repeat(3_000_000)));
});

test("[RP-02] one person's maximum of abandoned documents delays the next by one turn", async () => {
  const leave: (() => void)[] = [];
  const departure = (listener: () => void) => {
    leave.push(listener);
    return () => undefined;
  };
  const order: string[] = [];
  const first = await begun("flood", undefined, { departure });
  const others = Array.from({ length: 8 }, () =>
    begun("flood", undefined, { departure }).then(
      (layout) => {
        order.push("flood");
        return layout.end();
      },
      ({ status }: { status: number }) => void order.push(String(status)),
    ),
  );
  await expect.poll(() => leave.length).toBe(9);
  const filling = first.fill(asked).next();
  const next = begun("next").then((layout) => {
    order.push("next");
    layout.end();
  });
  for (const go of leave) go();
  await expect(filling).rejects.toMatchObject({ status: 499 });
  first.end();
  await Promise.all([...others, next]);
  expect(order.toSorted()).toEqual([...Array<string>(8).fill("499"), "next"]);
});
