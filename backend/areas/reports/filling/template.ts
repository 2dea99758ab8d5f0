import type { LayoutProblem, Placeholder } from "../../../../lib/contract/report-layouts";
import type { FieldFault } from "../../../core/errors";
import { type Expression, ExpressionError, namesIn, readExpression } from "./expression";
import { KnownPlaceholders, type Place } from "./known-placeholders";
import { type Plan, type Question, rowLists } from "./plan";
import { delimitersOf, type Paragraph, type Tag, tagsIn, writtenWith } from "./tags";
import { maxNotes, UnfilledNotes } from "./unfilled-notes";

export interface Template extends Plan {
  /** As written, without duplicates. */
  placeholders: string[];
  faults: FieldFault[];
  problems: LayoutProblem[];
}

const limits = { ...maxNotes, depth: 20, faults: 20, characters: 1_000, allCharacters: 250_000 };

/** Elements that can be repeated: tables, their rows and cells, paragraphs and runs. All others occur once. */
const repeatable = new Set(["w:tbl", "w:tr", "w:tc", "w:p", "w:r"]);

interface Block extends Tag {
  hasRow: boolean;
  /** The list within the rows that it repeats; empty otherwise. */
  list: string;
}

/**
 * Parses the placeholders of a layout and reports their errors, each with its place and a suggestion.
 * @param known the placeholders allowed in the layout
 * @param source an alias of the list of rows
 */
export function readTemplate(
  paragraphs: readonly Paragraph[],
  known: readonly Placeholder[],
  source: string,
  links: readonly string[] = [],
): Template {
  const delimiters = delimitersOf(paragraphs);
  const template: Template = {
    delimiters,
    lists: [],
    ofReport: [],
    ofRow: [],
    ofEntry: {},
    placeholders: [],
    faults: [],
    problems: [],
  };
  const reader = new TemplateReader(template, known, source);
  const notes = new UnfilledNotes(template, known);
  for (const paragraph of paragraphs) {
    notes.takeForeign(paragraph);
    notes.takeInstructions(paragraph.instructions ?? "", paragraph.paragraph);
    for (const found of tagsIn(paragraph, delimiters)) {
      if (reader.isFull) break;
      if ("lost" in found) reader.fault(found.lost, paragraph, found.text, found.meant);
      else reader.take(found);
    }
  }
  // Programs may percent-encode the braces of an address.
  for (const link of links) notes.takeInstructions(link.replace(/%7b/gi, "{").replace(/%7d/gi, "}"), null);
  reader.end();
  return template;
}

class TemplateReader {
  private readonly known: KnownPlaceholders;
  private readonly open: Block[] = [];
  private readonly asked = new Map<Question[], Set<string>>();
  private count = 0;
  private characters = 0;

  constructor(
    private readonly template: Template,
    known: readonly Placeholder[],
    private readonly source: string,
  ) {
    this.known = new KnownPlaceholders(known);
  }

  private get place(): Place {
    const { hasRow = false } = this.open.at(-1) ?? {};
    return { hasRow, list: this.open.find(({ list }) => list)?.list ?? "" };
  }

  fault(
    rule: FieldFault["rule"],
    { part, paragraph }: Paragraph,
    text: string,
    suggestion = "",
    more: Record<string, string> = {},
  ): void {
    const { faults } = this.template;
    if (faults.length >= limits.faults) return;
    const values = {
      part,
      paragraph,
      text: text.slice(0, 120),
      suggestion: suggestion.slice(0, 120),
      hasSuggestion: suggestion ? "yes" : "no",
      ...more,
    };
    faults.push({ propertyName: "file", rule, values });
  }

  get isFull(): boolean {
    return this.template.faults.length >= limits.faults || this.isTooMuch;
  }

  private get isTooMuch(): boolean {
    return this.count > limits.tags || this.characters > limits.allCharacters;
  }

  take(tag: Tag) {
    this.count += 1;
    this.characters += tag.whole.length;
    if (this.isTooMuch) return this.fault("layoutNested", tag, tag.whole);
    if (tag.whole.length > limits.characters)
      return this.fault("layoutSyntax", tag, tag.whole, "", { at: tag.whole.slice(0, 40) });
    // Another program's statement, which has been reported before.
    if (tag.prefix === "%" && tag.words.endsWith("%")) return;
    const { placeholders } = this.template;
    if (tag.prefix !== "/" && !placeholders.includes(tag.whole)) placeholders.push(tag.whole);
    if (tag.prefix === "/") return this.close(tag);
    if (tag.words === "") return this.fault("layoutSyntax", tag, tag.whole, "", { at: tag.whole });
    if (tag.prefix === "@")
      return this.fault("layoutSyntax", tag, tag.whole, this.written(tag.words), { at: "@" });
    if (tag.prefix === "%") return this.takeImage(tag);
    if (tag.prefix === "") return this.ask(tag, false);
    if (tag.element && !repeatable.has(tag.element)) {
      const meant = /^[\p{L}\p{N}_.]+$/u.test(tag.words) ? this.written(`#${tag.words}`) : "";
      this.fault("layoutSyntax", tag, tag.whole, meant, { at: `-${tag.element}`.slice(0, 40) });
    }
    this.begin(tag);
  }

  private takeImage(tag: Tag) {
    if (this.known.find(tag.words)?.kind === "image") return;
    this.unknown(tag, () => this.known.imageLike(tag.words), "%");
  }

  private begin(tag: Tag) {
    const { lists } = this.template;
    const { hasRow, list } = this.place;
    const isList = [...rowLists, this.source].includes(tag.words);
    const found = this.known.find(tag.words);
    const isNested = hasRow && found?.kind === "list" && found.isOfRow;
    const isRepeated = (isList || isNested) && tag.prefix === "#";
    if (this.open.length >= limits.depth || (isRepeated && (isList ? hasRow : list !== "")))
      this.fault("layoutNested", tag, tag.whole);
    if (isList && !lists.includes(`#${tag.words}`)) lists.push(`#${tag.words}`);
    if (isNested) this.template.ofEntry[tag.words] ??= [];
    else if (!isList) this.ask(tag, true);
    this.open.push({ ...tag, hasRow: hasRow || isRepeated, list: isNested && isRepeated ? tag.words : "" });
  }

  private close(tag: Tag) {
    const begun = this.open.pop();
    if (!begun) return this.fault("layoutUnopened", tag, tag.whole, this.written(`#${tag.words}`));
    if (tag.words === "" || tag.words === begun.words) return;
    this.fault("layoutMismatch", tag, tag.whole, this.written(`/${begun.words}`), { begun: begun.whole });
    // Closes a misspelt tag too; closing an outer tag closes those in between.
    const outer = this.open.findLastIndex(({ words }) => words === tag.words);
    if (outer >= 0) this.open.length = outer;
  }

  end(): void {
    for (const block of this.open)
      this.fault("layoutUnclosed", block, block.whole, this.written(`/${block.words}`));
    const { faults, problems } = this.template;
    const foreign = problems.find(({ problem }) => problem === "foreign");
    if (foreign && faults.length > 0) {
      const { text, paragraph, suggestion } = foreign;
      const values = {
        text,
        paragraph: paragraph ?? 0,
        suggestion: suggestion || this.written("reportName"),
      };
      faults.unshift({ propertyName: "file", rule: "layoutForeign", values });
    }
    if (this.template.lists.length === 0 && this.template.ofRow.length === 0 && this.count > 0)
      this.template.problems.push({
        problem: "noRows",
        text: "",
        paragraph: null,
        suggestion: this.written(`#${rowLists[0]}`),
      });
  }

  private ask(tag: Tag, isCondition: boolean) {
    let expression: Expression;
    try {
      expression = readExpression(tag.words);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return this.fault(
        "layoutSyntax",
        tag,
        tag.whole,
        error.suggestion || this.written(this.known.meantBy(tag, this.place)),
        {
          at: error.part,
        },
      );
    }
    const { hasRow, list } = this.place;
    const names = namesIn(expression);
    const { ofReport, ofRow, ofEntry } = this.template;
    let asked = ofReport;
    for (const name of names) {
      const found = this.known.find(name, list);
      if (!found || (found.isOfRow && !hasRow))
        this.unknown(tag, () => this.known.like(name, this.place), tag.prefix, name);
      else if (found.kind === "image") this.unknown(tag, () => name, "%", name);
      else if (found.kind === "list") this.unknown(tag, () => name, "#", name);
      if (found?.list && hasRow) asked = ofEntry[found.list] ?? ofRow;
      else if (found?.isOfRow && hasRow && asked === ofReport) asked = ofRow;
    }
    const name = isCondition ? `#${tag.words}` : tag.words;
    const known = this.asked.get(asked) ?? new Set();
    this.asked.set(asked, known);
    if (known.has(name)) return;
    known.add(name);
    asked.push({ name, expression, isCondition });
  }

  /** @param suggest is costly */
  private unknown(
    { whole, paragraph, words }: Tag,
    suggest: () => string,
    prefix: string,
    name = words,
  ): void {
    const { problems } = this.template;
    if (problems.length >= limits.problems) return;
    if (problems.some(({ text, ...each }) => text === whole && each.paragraph === paragraph)) return;
    const suggestion = suggest();
    const said = suggestion.startsWith("#") ? suggestion : `${prefix}${words.replace(name, suggestion)}`;
    problems.push({
      problem: "unknown",
      text: whole,
      paragraph,
      suggestion: suggestion === "" ? "" : this.written(said),
    });
  }

  private written(words: string): string {
    return words && writtenWith(this.template.delimiters, words);
  }
}
