import { expect, test, vi } from "vitest";
import { press } from "@/tests/component/actions";
import { compoundFile, mailNumbers, mailTexts } from "@/tests/component/mail-file";
import { showFiles } from "@/tests/component/show-viewer";
import { expectAccessible } from "@/tests/component/sound";
import { viewerFile } from "@/tests/component/viewer-files";

const filetime = (iso: string) => (BigInt(Date.parse(iso)) + 11_644_473_600_000n) * 10_000n;

const recipient = (type: bigint, name: string, address: string) => ({
  ...mailNumbers(8, [[0x0c15, type]]),
  ...mailTexts({ "3001": name, "39FE": address }),
});

test("[AT-01] an Outlook message shows its header, text and attachments", async () => {
  const report = new TextEncoder().encode("quarter ".repeat(1_000));
  const content = compoundFile({
    ...mailNumbers(32, [[0x0039, filetime("2026-03-01T09:30:00Z")]]),
    ...mailTexts({
      "0037": "Zahlen für März",
      "0C1A": "Ada Lovelace",
      "5D01": "ada@example.com",
      "1000": "Hello Grace,\nsee the report.",
    }),
    "__recip_version1.0_#00000000": recipient(1n, "Grace Hopper", "grace@example.com"),
    "__recip_version1.0_#00000001": recipient(2n, "Team", "team@example.com"),
    "__attach_version1.0_#00000000": {
      ...mailNumbers(8, [[0x3705, 1n]]),
      ...mailTexts({ "3707": "report.txt" }),
      "__substg1.0_37010102": report,
    },
  });
  const { viewer } = await showFiles([viewerFile("a.msg", "Other", content)]);
  await expect.element(viewer.getByRole("heading", { name: "Zahlen für März" })).toBeVisible();
  await expect.element(viewer).toHaveTextContent("Ada Lovelace <ada@example.com>");
  await expect.element(viewer).toHaveTextContent("Grace Hopper <grace@example.com>");
  await expect.element(viewer).toHaveTextContent("Team <team@example.com>");
  await expect.element(viewer).toHaveTextContent(/01\.03\.2026|1 March 2026|March 1, 2026/);
  await expect.element(viewer.getByText("Hello Grace,", { exact: false })).toBeVisible();
  await expectAccessible("a message");
  const saved = vi.spyOn(URL, "createObjectURL");
  await viewer.getByRole("button", { name: /report\.txt/ }).click();
  const [blob] = saved.mock.calls[0] as [Blob];
  expect([blob.type, blob.size]).toEqual(["application/octet-stream", report.length]);
  saved.mockRestore();
});

test("[AT-01] the HTML of a message runs and loads nothing, and a broken one is reported", async () => {
  const html = `<p>Dear <b>all</b><img src="https://example.com/seen.png" onerror="window.ran=1"><script>window.ran=1</script></p><a href="javascript:window.ran=1">go</a>`;
  const files = [
    compoundFile({
      ...mailTexts({ "0037": "HTML" }),
      "__substg1.0_10130102": new TextEncoder().encode(html),
    }),
    // Cyclic sector chain.
    circular(),
  ];
  const { viewer } = await showFiles(
    await Promise.all(files.map(async (file, index) => viewerFile(`${index}.msg`, "Other", await file))),
  );
  await expect.element(viewer.getByText("all")).toBeVisible();
  expect(viewer.getByText("all").element().localName).toBe("b");
  const text = viewer.getByRole("article").element();
  expect(text.querySelectorAll("img, script, a[href]")).toHaveLength(0);
  await press("ArrowRight");
  await expect.element(viewer.getByRole("alert")).toHaveTextContent("The file can’t be read.");
  expect(window).not.toHaveProperty("ran");
});

async function circular(): Promise<Blob> {
  const bytes = new Uint8Array(await compoundFile(mailTexts({ "0037": "x" })).arrayBuffer());
  const view = new DataView(bytes.buffer);
  const table = view.getUint32(0x4c, true);
  for (let at = 0; at < 8; at++) view.setUint32((table + 1) * 512 + at * 4, 0, true);
  return new Blob([bytes]);
}
