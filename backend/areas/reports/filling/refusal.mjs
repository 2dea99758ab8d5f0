/** An error in the file, by its key in messages/<language>/validation.json. */
export class Refusal extends Error {
  /** @param {string} rule @param {Record<string, string | number>} [values] */
  constructor(rule, values = {}) {
    super(rule);
    this.rule = rule;
    this.values = values;
  }
}
