/**
 * The person who requests work. The people of a tenant share its turns, so that a tenant with many people does not
 * delay others.
 */
export interface Asker {
  tenant: string;
  person: string;
}

/** The user of a request. */
export const askerIn = ({
  tenant,
  user,
}: {
  tenant: { tenantId: string };
  user: { userId: string };
}): Asker => ({ tenant: tenant.tenantId, person: user.userId });

interface Waiting<T> {
  item: T;
  weight: number;
}

interface Own<T> {
  /** Insertion order is the order of arrival. */
  waiting: Set<Waiting<T>>;
  weight: number;
}

/**
 * Waiting work. Tenants take turns, and so do the people of each, so that one person's many items delay another person
 * by one item.
 */
export class FairQueue<T> {
  private readonly tenants = new Map<string, Map<string, Own<T>>>();
  private weight = 0;

  /** Limits of waiting weight: in total and for one person. */
  constructor(private readonly limits: { all: number; each: number }) {}

  /** Weight of all waiting work. */
  get waiting(): number {
    return this.weight;
  }

  /** Returns false when there is no room. */
  add({ tenant, person }: Asker, item: T, weight = 1): boolean {
    const people = this.tenants.get(tenant) ?? new Map<string, Own<T>>();
    const own = people.get(person) ?? { waiting: new Set(), weight: 0 };
    if (this.weight + weight > this.limits.all || own.weight + weight > this.limits.each) return false;
    own.waiting.add({ item, weight });
    own.weight += weight;
    this.weight += weight;
    people.set(person, own);
    this.tenants.set(tenant, people);
    return true;
  }

  /**
   * Takes the oldest item of the next person; undefined when none may be taken.
   * @param mayTake false for people who are skipped and keep their place
   */
  take(mayTake: (item: T) => boolean = () => true): T | undefined {
    for (const [tenant, people] of this.tenants)
      for (const [person, own] of people) {
        const [first] = own.waiting;
        if (!first || !mayTake(first.item)) continue;
        this.drop(own, first);
        // Move to the end.
        people.delete(person);
        if (own.waiting.size > 0) people.set(person, own);
        this.tenants.delete(tenant);
        if (people.size > 0) this.tenants.set(tenant, people);
        return first.item;
      }
    return undefined;
  }

  remove({ tenant, person }: Asker, item: T): void {
    const people = this.tenants.get(tenant);
    const own = people?.get(person);
    if (!people || !own) return;
    for (const each of own.waiting) if (each.item === item) this.drop(own, each);
    if (own.waiting.size === 0) people.delete(person);
    if (people.size === 0) this.tenants.delete(tenant);
  }

  private drop(own: Own<T>, waiting: Waiting<T>): void {
    own.waiting.delete(waiting);
    own.weight -= waiting.weight;
    this.weight -= waiting.weight;
  }
}
