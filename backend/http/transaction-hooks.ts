type Work = () => Promise<void>;

/** Work that a request has scheduled for after its commit or rollback. */
export class TransactionHooks {
  private readonly committed: Work[] = [];
  private readonly rolledBack: Work[] = [];

  readonly afterCommit = (work: Work): void => void this.committed.push(work);
  readonly afterRollback = (work: Work): void => void this.rolledBack.push(work);

  /** Returns the transaction's result; on failure runs the rollback hooks first. @throws the transaction's error */
  async around<T>(transaction: Promise<T>): Promise<T> {
    try {
      return await transaction;
    } catch (error) {
      await this.runRollbackHooks();
      throw error;
    }
  }

  /** Sequentially, even if some fail. */
  async runRollbackHooks(): Promise<void> {
    // The first error is the one reported.
    for (const work of this.rolledBack) await work().catch(() => undefined);
  }

  /** Before a retry. */
  async startOver(): Promise<void> {
    this.committed.length = 0;
    await this.runRollbackHooks();
    this.rolledBack.length = 0;
  }

  /** Sequentially, until one fails; then `undo` too. @throws that failure */
  async runCommitHooks(undo: Work): Promise<void> {
    try {
      for (const work of this.committed) await work();
    } catch (error) {
      await undo();
      throw error;
    }
  }
}
