import fc from "fast-check";
import { expect, test } from "vitest";
import { limitPaste, maxPasteLength } from "./paste";

test("[FM-07] a normal paste is unchanged", () => {
  fc.assert(fc.property(fc.string(), fc.string(), (text, html) => limitPaste(text, html) === undefined));
});

test("[FM-07] a megabyte of text is truncated and reported", () => {
  const pasted = limitPaste("x".repeat(1_000_000), "");
  expect(pasted?.text.length).toBe(maxPasteLength);
  expect(pasted?.cut).toBe(true);
});

test("[FM-07] no character is split", () => {
  expect(limitPaste(`x${"😀".repeat(60_000)}`, "")?.text).not.toMatch(/\p{Surrogate}/u);
});

test("[FM-07] a hundred thousand lines become two thousand", () => {
  const pasted = limitPaste("a\n".repeat(100_000), "");
  expect(pasted?.text.split("\n").length).toBe(2000);
  expect(pasted?.cut).toBe(true);
});

test("[FM-07] text in a megabyte of markup is pasted completely, without markup", () => {
  expect(limitPaste("short", "<b>".repeat(400_000))).toEqual({ text: "short", cut: false });
});
