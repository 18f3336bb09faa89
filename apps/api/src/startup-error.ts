/** A reason not to start that the operator can act on: `main.ts` prints its message as one line. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupError';
  }
}
