/** Collects the failures of parts of a job, so that one does not stop the others. */
export class Failures {
  readonly errors: Error[] = [];

  /** Runs a part; if it throws, keeps the error under its concern and gives undefined. */
  async attempt<T>(concern: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.errors.push(new Error(concern, { cause: error }));
      return undefined;
    }
  }

  /** Throws all failures together, for the job's log; does nothing if there are none. */
  throwAny(message: string): void {
    if (this.errors.length > 0) throw new AggregateError(this.errors, message);
  }
}
