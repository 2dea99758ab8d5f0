import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { describeApi } from "../testing/api";
import { personWith, unique } from "../testing/factories";
import { OfficeConverter, UnconvertibleDocument } from "./office-converter";

/** Requests to the service, and its response. */
let asked: { path?: string; body: string }[];
let answer: (response: ServerResponse) => void;
const service = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    asked.push({ path: request.url, body: Buffer.concat(parts).toString("latin1") });
    answer(response);
  });
});
await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
afterAll(() => service.close());
const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
const pdf = `%PDF-1.7 ${"slide ".repeat(20_000)}`;
const refuse = (status: number) => (response: ServerResponse) => void response.writeHead(status).end("no");

beforeEach(() => {
  asked = [];
  answer = (response) => response.writeHead(200, { "content-type": "application/pdf" }).end(pdf);
});

const by = { tenant: "main", person: "one" };

async function* words(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}
const converted = async (converter: OfficeConverter, content = words("a", "document")) => {
  let made = "";
  for await (const part of converter.pdfOf({ extension: "pptx", content }, { by }))
    made += Buffer.from(part).toString();
  return made;
};

test("[AT-01] sends a document without its name, and returns a PDF", async () => {
  expect(await converted(new OfficeConverter(`${address}/`))).toBe(pdf);
  expect(asked[0]?.path).toBe("/forms/libreoffice/convert");
  expect(asked[0]?.body).toMatch(
    /^--([\w-]+)\r\ncontent-disposition: form-data; name="files"; filename="document\.pptx"\r\n[^\r]*\r\n\r\nadocument\r\n--\1--\r\n$/,
  );
});

test("[ER-02] distinguishes unreadable documents from a failing, busy or silent service", async () => {
  const converter = new OfficeConverter(address, { time: 500, pdf: 1_000_000 });
  answer = refuse(400);
  await expect(converted(converter)).rejects.toThrow(UnconvertibleDocument);
  const away = { code: "converterAway", status: 503 };
  for (const status of [401, 404, 429, 500, 503]) {
    answer = refuse(status);
    await expect(converted(converter)).rejects.toMatchObject(away);
  }
  answer = (response) => void response.writeHead(302, { location: "http://169.254.169.254/" }).end();
  await expect(converted(converter)).rejects.toMatchObject(away);
  answer = () => undefined;
  await expect(converted(converter)).rejects.toMatchObject(away);
  answer = (response) => {
    response.writeHead(200).write("%PDF");
    setImmediate(() => response.destroy());
  };
  await expect(converted(converter)).rejects.toMatchObject(away);
  answer = (response) => void response.end("x".repeat(1_000_001));
  await expect(converted(converter)).rejects.toThrow(UnconvertibleDocument);
  await expect(converted(new OfficeConverter("http://127.0.0.1:1"))).rejects.toMatchObject(away);
});

test("[RP-02] slow receivers of small PDFs and abandoned large ones do not block others", async () => {
  const document = () => ({ extension: "docx", content: words("a") });
  const one = new OfficeConverter(address, { atOnce: 1 });
  const slow = one.pdfOf(document(), { by });
  const first = await slow.next();
  expect(await converted(one)).toBe(pdf);
  let rest = Buffer.from(first.value as Uint8Array).toString();
  for await (const part of slow) rest += Buffer.from(part).toString();
  expect(rest).toBe(pdf);
  const small = new OfficeConverter(address, { atOnce: 1, held: 1_000, wait: 50 });
  const large = small.pdfOf(document(), { by });
  await large.next();
  await expect(converted(small)).rejects.toMatchObject({ code: "busy" });
  await large.return(undefined);
  expect(await converted(small)).toBe(pdf);
});

test("[ER-02] a document that cannot be read is not the service's fault", async () => {
  async function* cut() {
    yield Buffer.from("a");
    throw new Error("the store is away");
  }
  await expect(converted(new OfficeConverter(address), cut())).rejects.toThrow("the store is away");
});

describeApi(
  "office documents",
  (api) => {
    const upload = async (name: string) => {
      const form = new FormData();
      form.append("fileName", unique("Slides "));
      // The beginning of older office files.
      const bytes = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(2_048)]);
      form.append("file", new Blob([bytes]), name);
      const { body } = await api.request("/attachments", { method: "POST", as: api.administrator, form });
      return `/attachments/${body}`;
    };
    const shown = (at: string, as?: string) => api.request(`${at}/pdf/slides.ppt/1`, { as });

    test("[AT-01] [AT-04] are shown as PDF with the permission to view, and converted once", async () => {
      const at = await upload("slides.ppt");
      expect((await shown(at)).status).toBe(401);
      expect((await shown(at, (await personWith(api, ["UserView"])).as)).status).toBe(403);
      const { as } = await personWith(api, ["AttachmentView"]);
      const both = await Promise.all([shown(at, as), shown(at, as)]);
      expect(both.map(({ status, text }) => [status, text])).toEqual([
        [200, pdf],
        [200, pdf],
      ]);
      expect(both[0]?.headers).toMatchObject({ "content-type": "application/pdf" });
      asked = [];
      expect((await shown(at, as)).text).toBe(pdf);
      expect(asked).toEqual([]);
      const { body } = await api.request("/settings/version", { as });
      expect(body.capabilities).toContain("office-documents");
    });

    test("[AT-01] [ER-02] unconvertible documents are tried once; after an outage again", async () => {
      const at = await upload("broken.doc");
      answer = refuse(503);
      expect((await shown(at, api.administrator)).body.code).toBe("converterAway");
      answer = refuse(400);
      expect((await shown(at, api.administrator)).status).toBe(404);
      expect((await shown(at, api.administrator)).status).toBe(404);
      expect(asked).toHaveLength(2);
    });

    test("[AT-01] pictures and programs are not sent to it", async () => {
      const form = new FormData();
      form.append("fileName", unique("Notes "));
      form.append("file", new Blob(["Hello"]), "notes.txt");
      const { body } = await api.request("/attachments", { method: "POST", as: api.administrator, form });
      expect((await shown(`/attachments/${body}`, api.administrator)).status).toBe(404);
      expect(asked).toEqual([]);
    });
  },
  { officeConverterUrl: address },
);

describeApi("an installation without a converter", (api) => {
  test("[BE-03] [AT-01] reports the missing feature", async () => {
    const { body } = await api.request("/settings/version", { as: api.administrator });
    expect(body.capabilities).not.toContain("office-documents");
  });
});
