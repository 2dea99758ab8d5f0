import { expect, test } from "vitest";
import { compoundFile, mailNumbers, mailTexts } from "@/tests/component/mail-file";
import { readMessage } from "./message";

const narrow = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([id, hex]) => [`__substg1.0_${id}001E`, bytesOf(hex)]));
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const read = async (...parts: Parameters<typeof compoundFile>[0][]) =>
  readMessage(new Uint8Array(await compoundFile(Object.assign({}, ...parts)).arrayBuffer()));

const [codePage, internetCodePage, locale] = [0x3ffd, 0x3fde, 0x3ff1];

test.each([
  ["its code page", [[codePage, 1250n]], "b3f364", "łód"],
  ["that of DOS", [[codePage, 852n]], "88a264", "łód"],
  ["Shift JIS", [[codePage, 932n]], "93fa967b", "日本"],
  [
    "its code page rather than the one of the net",
    [
      [codePage, 1251n],
      [internetCodePage, 20866n],
    ],
    "cff0e8",
    "При",
  ],
  ["the code page of the net", [[internetCodePage, 28592n]], "b1b6bc", "ąśź"],
  ["KOI8-R", [[internetCodePage, 20866n]], "f0d2c9", "При"],
  ["the code page of its language", [[locale, 0x0415n]], "b9e6", "ąć"],
  ["that of Taiwan", [[locale, 0x0404n]], "b3f8", "報"],
  [
    "the language where the code page says Unicode",
    [
      [codePage, 1200n],
      [locale, 0x0408n],
    ],
    "e1e2",
    "αβ",
  ],
  ["that of western Europe", [], "fc", "ü"],
] as const)(
  "[AT-01] texts of a message that are not in Unicode are read in %s",
  async (_, numbers, hex, text) => {
    const message = await read(mailNumbers(32, numbers), narrow({ "0037": hex, "0C1A": hex, "1000": hex }));
    expect(message).toMatchObject({ subject: text, from: text, body: { text } });
  },
);

test.each([
  ["the code page of the net", [[internetCodePage, 1250n]], "b3", "ł"],
  ["that of the page", [], `${Buffer.from('<meta charset="windows-1251">').toString("hex")}e4`, "д"],
  [
    "that of the page, where the message cannot be right",
    [[internetCodePage, 65001n]],
    `${Buffer.from('<META http-equiv=x content="text/html; charset=windows-1250">').toString("hex")}b3`,
    "ł",
  ],
  ["UTF-8", [], "c3a4", "ä"],
  ["the code page of the message", [[codePage, 1253n]], "e1", "α"],
] as const)("[AT-01] HTML of a message is read in %s", async (_, numbers, hex, text) => {
  const { body } = await read(mailNumbers(32, numbers), { "__substg1.0_10130102": bytesOf(hex) });
  expect(body).toMatchObject({ html: expect.stringMatching(`${text}$`) });
});

test("[AT-01] recipients listed only in the display line are shown", async () => {
  const { to, cc } = await read(mailNumbers(32, []), mailTexts({ "0E04": "Ada; Grace", "0E03": "Team" }));
  expect([to, cc]).toEqual([["Ada", "Grace"], ["Team"]]);
});
