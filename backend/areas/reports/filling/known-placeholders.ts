import type { Placeholder } from "../../../../lib/contract/report-layouts";
import { closest } from "./expression";
import { rowLists } from "./plan";
import type { Tag } from "./tags";

/** The position of something in a layout. */
export interface Place {
  /** Between the beginning and the end of the rows. */
  hasRow: boolean;
  /** The list within the rows; empty outside any list. */
  list: string;
}

/** The placeholders allowed in a layout, with suggestions for unknown ones. */
export class KnownPlaceholders {
  private readonly byName: ReadonlyMap<string, Placeholder>;

  constructor(private readonly all: readonly Placeholder[]) {
    this.byName = new Map(all.map((each) => [`${each.list} ${each.name}`, each]));
  }

  find(name: string, list = ""): Placeholder | undefined {
    return this.byName.get(`${list} ${name}`) ?? this.byName.get(` ${name}`);
  }

  /** The image with the closest name, else the first one; empty if there is none. */
  imageLike(name: string): string {
    const names = this.all.filter(({ kind }) => kind === "image").map((image) => image.name);
    return closest(name, names) || (names[0] ?? "");
  }

  /** The closest name; if the name itself is known elsewhere, its list, with `#`. */
  like(name: string, { hasRow, list }: Place): string {
    const found = this.all.find((each) => each.name === name);
    if (found) return `#${(hasRow && found.list) || rowLists[0]}`;
    const offered = this.all.filter(
      (each) => (hasRow || !each.isOfRow) && (each.list === "" || each.list === list),
    );
    const nameOf = (each: Placeholder) => each.name;
    return closest(name, offered.map(nameOf)) || closest(name, this.all.map(nameOf));
  }

  /** A suggestion for unreadable words, such as `Last name`; empty if nothing is close. */
  meantBy({ words, prefix }: Pick<Tag, "words" | "prefix">, place: Place): string {
    const letters = words.slice(0, 100).replace(/[^\p{L}\p{N}_.]/gu, "");
    const found = this.find(letters, place.list);
    const isHere = found && (place.hasRow || !found.isOfRow);
    const name = isHere ? letters : letters && this.like(letters, place);
    if (!name) return "";
    return this.find(name)?.kind === "list" ? `#${name}` : `${prefix}${name}`.replace(/^.*#/, "#");
  }
}
