import type { ValidationKey } from "../../lib/validation/messages";
import { invalid } from "../core/errors";
import { causesOf } from "./unavailable";

/**
 * Resolves as `work` does, but reports a duplicate under the unique index `index` as a field's error.
 * @throws {RequestError} 400 with the rule, `taken` by default
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
