import type { ValidationKey } from "../../lib/validation/messages";
import { invalid } from "../http/errors";
import { causesOf } from "./unavailable";

/**
 * Resolves as `work` does, but a duplicate under the unique index `index` is said to be the fault of a field.
 * @throws {RequestError} 400 with the rule, `taken` unless another is given
 */
export async function refuseDuplicate<T>(
  index: string,
  propertyName: string,
  work: Promise<T>,
  rule: ValidationKey = "taken",
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const duplicate = [...causesOf(error)].some(
      (cause) => cause.code === "23505" && (cause as { constraint?: string }).constraint === index,
    );
    throw duplicate ? invalid([{ propertyName, rule }]) : error;
  }
}
