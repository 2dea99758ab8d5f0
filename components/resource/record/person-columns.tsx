import type { ColumnChanges } from "../table/list-columns";
import { FieldValue } from "../values/field-value";
import { type IdentifiedPerson, PersonIdentity } from "./person-identity";

/**
 * Columns of people in a list: one with picture and full name; first name and user name can be added.
 * @param srcOf the address of a picture; must be stable
 */
export const personColumns = <Person extends IdentifiedPerson>(
  srcOf: (person: Person) => string | undefined = () => undefined,
) =>
  ({
    lastName: {
      header: "displayName",
      parts: ["lastName", "firstName", "userName"],
      cell: (person) => <PersonIdentity person={person} src={srcOf(person)} />,
    },
    firstName: { cell: ({ firstName }) => <FieldValue name="firstName" value={firstName} />, from: "chosen" },
    userName: { cell: ({ userName }) => <FieldValue name="userName" value={userName} />, from: "chosen" },
  }) satisfies ColumnChanges<Person>;
