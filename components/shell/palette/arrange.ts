import { type MatchKind, rank, type Searchable } from "./rank";

/** More tabs than this are listed last. */
const fewTabs = 5;
const maxBest = 5;

export interface Group<Id extends string, Item> {
  id: Id;
  commands: readonly Item[];
}

export interface Arranged<Id extends string, Item> {
  groups: Group<Id | "best", Item>[];
  /** How well the first one matches; undefined without matches or phrase. */
  best?: MatchKind;
  /** How well each of them matches; empty without phrase. */
  kinds: ReadonlyMap<Item, MatchKind>;
}

/** Sorts the groups: with a phrase, the best matches of all groups come first, and the others follow by group. */
export function arrange<Id extends string, Item extends Searchable>(
  phrase: string,
  given: readonly Group<Id, Item>[],
): Arranged<Id, Item> {
  const isLast = ({ id, commands }: Group<Id, Item>) => id === "tabs" && commands.length > fewTabs;
  const groups = [...given.filter((group) => !isLast(group)), ...given.filter(isLast)];
  if (phrase === "") return { groups, kinds: new Map() };
  // Of equally good ones, an open tab precedes what the server found.
  const isFound = ({ id }: Group<Id, Item>) => id === "found";
  const order = [...groups.filter((group) => !isFound(group)), ...groups.filter(isFound)];
  const owners = new Map(order.flatMap(({ id, commands }) => commands.map((command) => [command, id])));
  const matches = rank(phrase, [...owners.keys()]);
  const [first] = matches;
  const kinds = new Map(matches.map(({ item, kind }) => [item, kind]));
  if (!first) return { groups: [], kinds };
  // Letters are a guess: they are not listed beside better matches.
  const isBest = ({ kind }: (typeof matches)[number]) => kind !== "letters" || first.kind === "letters";
  const best = matches.filter(isBest).slice(0, maxBest);
  const others = matches.slice(best.length);
  return {
    best: first.kind,
    kinds,
    groups: [
      { id: "best" as const, commands: best.map(({ item }) => item) },
      ...groups.map(({ id }) => ({
        id,
        commands: others.flatMap(({ item }) => (owners.get(item) === id ? [item] : [])),
      })),
    ].filter(({ commands }) => commands.length > 0),
  };
}
