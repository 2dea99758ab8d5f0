import type { LayoutProblem, Placeholder } from "../../../../lib/contract/report-layouts";
import { type Delimiters, type Paragraph, partsOf, writtenWith } from "./tags";

/** Limits of reported problems, and of examined tags. */
export const maxNotes = { tags: 5_000, problems: 200 };

/** Reports text that a layout's author may take for a placeholder, but that is not filled. */
export class UnfilledNotes {
  private instructed = 0;

  /** @param template receives the notes */
  constructor(
    private readonly template: { delimiters: Delimiters; problems: LayoutProblem[] },
    private readonly known: readonly Placeholder[],
  ) {}

  /** Placeholders of other programs, and known names in the other kind of braces. */
  takeForeign(paragraph: Paragraph): void {
    const { problems, delimiters } = this.template;
    const tell = (text: string, suggestion: string) => {
      if (problems.length >= maxNotes.problems || problems.some((each) => each.text === text)) return;
      problems.push({ problem: "foreign", text, paragraph: paragraph.paragraph, suggestion });
    };
    for (const text of paragraph.foreign ?? []) tell(text, this.meantBy(text));
    if (delimiters.start === "{") return;
    // A document has one kind of braces.
    for (const [text, inner = ""] of paragraph.text.matchAll(/(?<!\{)\{([^{}]{1,100})\}(?!\})/g)) {
      const { prefix, words } = partsOf(inner);
      if (this.known.some(({ list, name }) => list === "" && name === words))
        tell(text, writtenWith(delimiters, `${prefix}${words}`));
    }
  }

  /** Field instructions are not filled: the reader's program executes them. */
  takeInstructions(instructions: string, paragraph: number | null): void {
    const { problems } = this.template;
    for (const [text] of instructions.matchAll(/\{\{[^{}]{1,100}\}\}|\{[^{}]{1,100}\}/g)) {
      this.instructed += 1;
      if (this.instructed > maxNotes.tags || problems.length >= maxNotes.problems) return;
      const [, name = ""] = /^\{+[#^/%]?\s*([\p{L}_][\p{L}\p{N}_.]*)/u.exec(text) ?? [];
      const isKnown = this.known.some((each) => each.name === name);
      const isReported = problems.some((each) => each.problem === "field" && each.text === text);
      if (isKnown && !isReported) problems.push({ problem: "field", text, paragraph, suggestion: "" });
    }
  }

  /** A known name in another program's placeholder. */
  private meantBy(text: string): string {
    const names = text.match(/[\p{L}_][\p{L}\p{N}_.]*/gu)?.slice(0, 5) ?? [];
    const known = this.known.filter(({ kind }) => kind !== "image");
    const found = known.find(({ name }) => names.some((each) => each.toLowerCase() === name.toLowerCase()));
    if (!found) return "";
    return writtenWith(this.template.delimiters, found.kind === "list" ? `#${found.name}` : found.name);
  }
}
