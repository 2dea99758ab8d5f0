import { noValue, readValue, type ValueAttribute } from "../attributes/read-value";
import { valueTableOf, writeValues } from "../attributes/values";
import { sql } from "../database/sql";
import type { Database } from "../database/transaction";

type Sample = Omit<ValueAttribute, "attributeId"> & {
  kind: "user" | "role";
  /** The value of the record at an index; undefined for none. */
  valueAt: (place: number) => string | number | boolean | undefined;
};

const attribute = (
  kind: Sample["kind"],
  attributeName: string,
  attributeTypeId: Sample["attributeTypeId"],
  valueAt: Sample["valueAt"],
  more: Partial<Pick<Sample, "attributeFormat" | "attributeCsvValues">> = {},
): Sample => ({
  kind,
  attributeName,
  attributeTypeId,
  valueAt,
  attributeFormat: "",
  attributeCsvValues: "",
  ...more,
});

const locations = ["Berlin", "London", "Warsaw", "Belgrade"];
const oneOf = (values: readonly string[], place: number) => values[place % values.length];

/** Typical attributes of a company's people and roles. */
const samples: readonly Sample[] = [
  attribute("user", "Location", "Radios", (place) => oneOf(locations, place * 7 + 3), {
    attributeCsvValues: locations.join(";"),
  }),
  attribute("user", "Weekly hours", "Number", (place) => [40, 38.5, 30, 40, 20][place % 5], {
    attributeFormat: JSON.stringify({ decimalScale: 1 }),
  }),
  attribute("user", "Cost centre", "String", (place) =>
    place % 6 ? String(4100 + (place % 9) * 10) : undefined,
  ),
  attribute("user", "Works from home", "Boolean", (place) => place % 4 === 1, {
    attributeFormat: JSON.stringify({ trueCaption: "Yes", falseCaption: "No", hideCaption: false }),
  }),
  attribute(
    "role",
    "Purpose",
    "Textarea",
    (place) => (place % 3 ? undefined : "Reviewed each year by the works council."),
    { attributeFormat: "5" },
  ),
];

/** The attributes, each assigned to its kind of record. @returns their ids, in the order of the samples */
export async function makeAttributes(db: Database): Promise<string[]> {
  const ids: string[] = [];
  for (const { kind, attributeName, attributeTypeId, attributeFormat, attributeCsvValues } of samples) {
    const { rows } = await db.execute<{ id: string }>(sql`
      insert into attributes (attribute_name, attribute_type_id, attribute_format, attribute_csv_values)
      values (${attributeName}, ${attributeTypeId}, ${attributeFormat}, ${attributeCsvValues}) returning attribute_id as id`);
    const { id } = rows[0] as { id: string };
    await db.execute(
      sql`insert into attribute_assignments (attribute_id, attribute_assignment_type_id) values (${id}, ${kind})`,
    );
    ids.push(id);
  }
  return ids;
}

/** Gives a record the values for its index among the samples. */
export async function giveValues(
  db: Database,
  attributeIds: readonly string[],
  record: { kind: Sample["kind"]; id: string; place: number },
): Promise<void> {
  const values = samples.flatMap((sample, index) => {
    const attributeId = attributeIds[index];
    const value = sample.kind === record.kind ? sample.valueAt(record.place) : undefined;
    if (attributeId === undefined || value === undefined) return [];
    const described = { ...sample, attributeId };
    return [[described, { ...noValue, ...readValue(described, value) }] as const];
  });
  await writeValues(db, valueTableOf(record.kind), record.id, values);
}
