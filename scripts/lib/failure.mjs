/** A failure that a person can fix: one line, and the output of the failing program. */
export class Failure extends Error {
  /**
   * @param {string} line
   * @param {string} [output]
   */
  constructor(line, output = '') {
    super(line);
    this.output = output;
  }
}

/** @param {unknown} error */
export function printFailure(error) {
  if (error instanceof Failure) {
    if (error.output.trim() !== '') console.error(error.output.trimEnd());
    console.error(`✖ ${error.message}`);
  } else {
    console.error(error);
  }
}

/**
 * @param {unknown} error
 * @returns {never}
 */
export function exitWith(error) {
  printFailure(error);
  process.exit(1);
}
