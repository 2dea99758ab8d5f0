import { nameFields } from "../../lib/contract/person-names";
import { invalid } from "../core/errors";

interface Names {
  firstName: string;
  lastName: string;
}

/**
 * Merges edited names into the stored ones. A user with a name must keep one; a user created without needs none
 * (US-01).
 * @throws {RequestError} 400 on a name that is omitted or empty
 */
export function mergeNames(stored: Names, given: Partial<Names>): Names {
  const names = { firstName: given.firstName ?? "", lastName: given.lastName ?? "" };
  const rules = nameFields(stored);
  const faults = (["firstName", "lastName"] as const).filter(
    (name) => !rules[name].safeParse(names[name]).success,
  );
  if (faults.length > 0) throw invalid(faults.map((propertyName) => ({ propertyName, rule: "required" })));
  return names;
}
