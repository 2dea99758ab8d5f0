import { mkdtempSync, readdirSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeApi } from "../testing/api";
import { endUploads } from "./uploads";

const dataDirectory = mkdtempSync(join(tmpdir(), "hub-uploads-"));
const stored = () =>
  readdirSync(dataDirectory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

const beginning =
  '--b\r\ncontent-disposition: form-data; name="fileName"\r\n\r\nCut\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="cut.txt"\r\n\r\n';

describeApi(
  "uploads while the process stops",
  (api) => {
    test("[AT-02] an upload in progress at shutdown gets a 503, and leaves nothing behind", async () => {
      const before = stored();
      const origin = await api.app.listen({ port: 0, host: "127.0.0.1" });
      const outgoing = request(`${origin}/attachments`, {
        method: "POST",
        headers: { authorization: api.administrator, "content-type": "multipart/form-data; boundary=b" },
      });
      const answered = new Promise<IncomingMessage>((resolve, reject) => {
        outgoing.once("response", resolve);
        outgoing.on("error", reject);
      });
      outgoing.write(beginning);
      outgoing.write(Buffer.alloc(500_000, "x"));
      await expect.poll(stored).toHaveLength(before.length + 1);
      await endUploads();
      expect(stored()).toEqual(before);
      const { statusCode, headers } = await answered;
      expect([statusCode, headers["retry-after"]]).toEqual([503, "5"]);
      outgoing.destroy();
    });
  },
  { dataDirectory },
);
