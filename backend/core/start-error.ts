/** A reason not to start; the message is one line with the remedy. */
export class StartError extends Error {
  override readonly name = "StartError";
}
