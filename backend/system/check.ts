import type { OfAreas } from "../../lib/i18n/namespaces";
import type { SharedServices } from "../endpoint/route";

/** Texts of every check: `checks` in messages/<language>/<area>.json, by id. */
type Texts = OfAreas<"checks">;

/** Plain texts are for results that are fine. */
type Fine<Of> = Exclude<{ [Key in keyof Of]: Of[Key] extends string ? Key : never }[keyof Of], "title">;
/** All others need a remedy, too. */
type Problem<Of> = {
  [Key in keyof Of]: Of[Key] extends { text: string; remedy: string } ? Key : never;
}[keyof Of];

/** Values in a text; sizes are written in the reader's language. */
export type CheckValues = Readonly<Record<string, string | number | { bytes: number } | undefined>>;

interface Details {
  values?: CheckValues;
  /** A moment that belongs to the finding. */
  at?: Date;
}

export type Finding<FineText = string, ProblemText = string> = Details &
  ({ state: "fine"; text: FineText } | { state: "look" | "act"; text: ProblemText });

export type CheckServices = Pick<SharedServices, "config" | "connection" | "mailer" | "files">;

export interface SystemCheck {
  id: string;
  run(services: CheckServices): Promise<Finding>;
}

/**
 * A check of the installation. It runs outside of a transaction, at most once at a time, and is abandoned after a while;
 * if it rejects, the report says so.
 * @param id under which its texts are found
 */
export function defineCheck<Id extends keyof Texts & string>(
  id: Id,
  run: (services: CheckServices) => Promise<Finding<Fine<Texts[Id]> & string, Problem<Texts[Id]> & string>>,
): SystemCheck {
  return { id, run };
}
