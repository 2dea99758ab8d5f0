import { expect, test } from "vitest";
import { docx, paragraph } from "../../../testing/docx";
import { unpack } from "./layout-package.mjs";
import { paragraphsOf } from "./layout-paragraphs.mjs";

test("[RP-03] placeholders of other programs are found with their paragraph", async () => {
  const field =
    '<w:p><w:fldSimple w:instr=" MERGEFIELD &quot;Last&quot; \\* MERGEFORMAT "><w:r><w:t>«Last»</w:t></w:r></w:fldSimple></w:p>';
  const file = await docx(
    paragraph("a + b << c") + paragraph("+++F", "OR x+++ [[y]]") + field + paragraph("{% if a %}"),
  );
  expect(paragraphsOf(unpack(file))).toEqual([
    { part: "document", paragraph: 2, text: "", foreign: ["+++FOR x+++", "[[y]]"] },
    { part: "document", paragraph: 3, text: "", foreign: ["«Last»"] },
    { part: "document", paragraph: 4, text: "{% if a %}", foreign: ["{% if a %}"] },
  ]);
});

test("[RP-03] the instructions of fields are read if they have braces", async () => {
  const instruction = (...pieces: string[]) =>
    `<w:p>${pieces.map((piece) => `<w:r><w:instrText xml:space="preserve">${piece}</w:instrText></w:r>`).join("")}</w:p>`;
  const file = await docx(
    instruction(" PAGE ") +
      instruction(" HYPERLINK &quot;https://a.example/{em", "ail}&quot; ") +
      `<w:p><w:fldSimple w:instr=' HYPERLINK "{email}" '/></w:p>`,
  );
  expect(paragraphsOf(unpack(file))).toEqual([
    { part: "document", paragraph: 2, text: "", instructions: ' HYPERLINK "https://a.example/{email}" ' },
    { part: "document", paragraph: 3, text: "", instructions: ' HYPERLINK "{email}" ' },
  ]);
});

test("[RP-03] placeholders split into runs by Word are read as a whole, with their paragraph", async () => {
  const file = await docx(
    paragraph("none") + paragraph("{rep", "ortName", "} & <b>") + paragraph("x") + paragraph("{b}"),
  );
  expect(paragraphsOf(unpack(file))).toEqual([
    { part: "document", paragraph: 2, text: "{reportName} & <b>" },
    { part: "document", paragraph: 4, text: "{b}" },
  ]);
});
