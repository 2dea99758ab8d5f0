/** What is wrong with the file, named as messages/<language>/validation.json names it. */
export class Refusal extends Error {
  /** @param {string} rule @param {Record<string, string | number>} [values] */
  constructor(rule, values = {}) {
    super(rule);
    this.rule = rule;
    this.values = values;
  }
}
