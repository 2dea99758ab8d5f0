type Work = () => Promise<void>;

/** What is to be done once it is clear what became of a request's transaction. */
export class Outcome {
  private readonly committed: Work[] = [];
  private readonly rolledBack: Work[] = [];

  readonly afterCommit = (work: Work): void => void this.committed.push(work);
  readonly afterRollback = (work: Work): void => void this.rolledBack.push(work);

  /** As the transaction does, after what its being rolled back asks for. */
  async of<T>(transaction: Promise<T>): Promise<T> {
    try {
      return await transaction;
    } catch (error) {
      await this.takeBack();
      throw error;
    }
  }

  /** Does what being rolled back asks for. */
  async takeBack(): Promise<void> {
    // The answer tells of the first fault.
    for (const work of this.rolledBack) await work().catch(() => undefined);
  }

  /** Does what follows the commit; when that fails, `takeBack` as well. @throws what failed */
  async followUp(takeBack: Work): Promise<void> {
    try {
      for (const work of this.committed) await work();
    } catch (error) {
      await takeBack();
      throw error;
    }
  }
}
