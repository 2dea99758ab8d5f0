/**
 * A Map with a maximum size: evicts the entry that was set longest ago. Reading does not count; to keep an entry in use,
 * set it again.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: Key, value: Value): this {
    // Deletes first, because a Map keeps the position of an entry that is set again.
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#max) break;
      this.delete(oldest);
    }
    return this;
  }
}
