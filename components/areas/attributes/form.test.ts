import { expect, test } from "vitest";
import { initialValues } from "@/components/resource/record/record-fields";
import { attributeTypes } from "@/lib/contract/attribute-types";
import { records } from "./form";

const withoutOptions = attributeTypes.filter((type) => type !== "CSV" && type !== "DetailTable");

test.each(withoutOptions)("[AA-01] an attribute of type %s needs only a name", (attributeTypeId) => {
  const values = { ...initialValues(records), attributeName: "Cost_centre", attributeTypeId };
  expect(records.create.safeParse(values).error?.issues).toBeUndefined();
});
