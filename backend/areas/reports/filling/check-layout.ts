import { isTooLargeToFill, type LayoutProblem } from "../../../../lib/contract/report-layouts";
import type { ReportSource } from "../../../../lib/contract/report-sources";
import { invalid } from "../../../core/errors";
import type { SlowContext } from "../../../endpoint/route";
import { bytesOf } from "../../../files/store";
import { askerIn } from "../../../queues/fair-queue";
import { LayoutProcess, planNames, type RowTexts, type Texts } from "./layout-process";
import type { Question } from "./plan";
import { placeholdersOf } from "./sources";
import { readTemplate } from "./template";

/** The result of checking a layout's file. */
export interface CheckedLayout {
  isFillable: boolean;
  placeholders: string[];
  problems: LayoutProblem[];
}

const maxLinks = 20;

/**
 * Checks a stored layout, and fills it with samples to verify that it works.
 * @throws {RequestError} 400 on `file` with the errors and their places, 503 when too many checks are waiting
 */
export async function checkLayout(
  context: Pick<SlowContext, "files" | "tenant" | "user" | "departure">,
  { key, extension, size }: { key: string; extension: string; size: number },
  source: ReportSource,
): Promise<CheckedLayout> {
  if (extension !== "docx") return { isFillable: false, placeholders: [], problems: [] };
  if (isTooLargeToFill(size))
    return { isFillable: false, placeholders: [], problems: [problem("tooLarge", "")] };
  const file = () => bytesOf(context.files, key);
  const process = await LayoutProcess.begin(askerIn(context), file, context);
  try {
    const { links, paragraphs } = await process.read();
    const template = readTemplate(paragraphs, placeholdersOf(source), source, links);
    if (template.faults.length > 0) throw invalid(template.faults);
    const { delimiters, lists, ofReport, ofRow, ofEntry } = template;
    const sampleOf = (questions: readonly Question[], isTrue: boolean): Texts =>
      questions.map(({ isCondition }) => (isCondition ? isTrue : "Abc"));
    const sample = (isTrue: boolean): RowTexts => [
      ...sampleOf(ofRow, isTrue),
      ...Object.values(ofEntry).map((asked) =>
        isTrue ? [sampleOf(asked, true), sampleOf(asked, false)] : [],
      ),
    ];
    await process.try({
      delimiters,
      lists,
      data: {
        report: {
          names: ofReport.map(({ name }) => name),
          values: ofReport.map(({ isCondition }) => (isCondition ? true : "Abc")),
        },
        rows: {
          ...planNames(template).ofRow,
          list: [sample(true), sample(false), sample(true)],
        },
      },
    });
    const found = [...template.problems, ...links.slice(0, maxLinks).map((link) => problem("link", link))];
    return { isFillable: true, placeholders: template.placeholders, problems: found };
  } finally {
    process.end();
  }
}

const problem = (name: LayoutProblem["problem"], text: string): LayoutProblem => ({
  problem: name,
  text,
  paragraph: null,
  suggestion: "",
});
