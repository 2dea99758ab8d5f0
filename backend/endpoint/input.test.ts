import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { allEndpoints, contract } from "../../lib/contract";
import type { Endpoint } from "../../lib/contract/endpoint";
import { sampleOf } from "../conformance/sample";
import { partRecords } from "../testing/parts";
import { readInput } from "./input";

const id = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
const idsFor = (name: string) => (/Ids?$/.test(name) && !/^permission/.test(name) ? [id] : undefined);

/**
 * Texts as people and programs send them, in NFC, to which the API converts them before it checks their length: any
 * script, right to left, several code units, split surrogates, unprintable.
 */
const anyText = fc
  .oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          "a",
          "\u0000",
          "\ud83d",
          "\ude00",
          "😀",
          "\u202e",
          "\u200d",
          "ا",
          "ß",
          " ",
          "\t",
          "\n",
          "\u0007",
        ),
        {
          maxLength: 40,
        },
      )
      .map((parts) => parts.join("")),
    fc.constant("x".repeat(100_000)),
  )
  .map((text) => text.normalize("NFC"));

// Includes records with a column of every kind, which areas do not have so far.
const everyCall: readonly Endpoint[] = [...allEndpoints, ...Object.values<Endpoint>(partRecords.calls)];
const forms = everyCall.filter(
  ({ body, exported }: Endpoint) => body instanceof z.ZodObject && exported === undefined,
);

test.each(forms.map((endpoint) => [`${endpoint.area}.${endpoint.name}`, endpoint] as const))(
  "[FM-02] [FM-03] the API accepts and refuses the same input as the form of %s",
  (_, endpoint) => {
    const { body } = endpoint;
    if (!(body instanceof z.ZodObject)) throw new Error("Only objects are forms");
    const sample = sampleOf(body, idsFor) as Record<string, unknown>;
    const params = Object.fromEntries(
      [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, id]),
    );
    const names = Object.keys(body.shape);
    fc.assert(
      fc.property(fc.constantFrom(...names), anyText, (name, text) => {
        const given = { ...sample, [name]: text };
        const inForm = body.safeParse(given);
        let refused: unknown;
        try {
          readInput({ ...endpoint, query: undefined }, { params, query: {}, body: given });
        } catch (error) {
          refused = error;
        }
        expect(refused === undefined).toBe(inForm.success);
        if (!inForm.success) expect(refused).toMatchObject({ status: 400, code: "invalid" });
      }),
      { numRuns: 150 },
    );
  },
);

test("[FM-09] a null version does not bind a save, whatever its method", () => {
  const save = (body: object) =>
    readInput(contract.reports.saveLayout, { params: { reportId: id, reportLayoutId: id }, query: {}, body });
  expect(save({ description: null }).body).toEqual({ description: "" });
  expect(() => save({ description: null, version: null })).toThrow("invalid");
});
