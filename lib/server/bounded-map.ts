/**
 * A Map of at most so many entries: beyond that, what was set longest ago is forgotten. Reading does not count; who wants to keep
 * what is used sets it again.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: Key, value: Value): this {
    // A Map keeps the place of an entry that is set again.
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#max) break;
      this.delete(oldest);
    }
    return this;
  }
}
