/** The kernel did not answer in time, or could not. */
export class AskError extends Error {
  /**
   * @param isFinal - the kernel did answer, and would say the same again
   */
  constructor(
    message: string,
    readonly isFinal = false
  ) {
    super(message);
  }
}
