type Work = () => Promise<void>;

/** What a request has done after its transaction was committed, or was rolled back. */
export class TransactionHooks {
  private readonly committed: Work[] = [];
  private readonly rolledBack: Work[] = [];

  readonly afterCommit = (work: Work): void => void this.committed.push(work);
  readonly afterRollback = (work: Work): void => void this.rolledBack.push(work);

  /** Answers what the transaction does; where it fails, after the hooks of a rollback. @throws what the transaction does */
  async around<T>(transaction: Promise<T>): Promise<T> {
    try {
      return await transaction;
    } catch (error) {
      await this.runRollbackHooks();
      throw error;
    }
  }

  /** One after the other, whichever of them fails. */
  async runRollbackHooks(): Promise<void> {
    // The answer tells of the first fault.
    for (const work of this.rolledBack) await work().catch(() => undefined);
  }

  /** Before the same is done once more. */
  async startOver(): Promise<void> {
    this.committed.length = 0;
    await this.runRollbackHooks();
    this.rolledBack.length = 0;
  }

  /** One after the other, until one fails; then `undo` too. @throws what failed */
  async runCommitHooks(undo: Work): Promise<void> {
    try {
      for (const work of this.committed) await work();
    } catch (error) {
      await undo();
      throw error;
    }
  }
}
