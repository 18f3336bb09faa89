import { Failure } from './failure.mjs';
import { testStages } from './test-stages.mjs';

const FLAGS = ['--long', '--slow'];

/**
 * `npm test -- api --long --slow reservations`: the parts to run, whether the long tests are wanted,
 * whether the slowest tests are listed, and what the test runner gets.
 *
 * @param {readonly string[]} args
 */
export function readTestArguments(args) {
  const names = testStages.map((stage) => stage.part);
  const parts = args.filter((arg) => names.includes(arg));
  const extraArgs = args.filter((arg) => !FLAGS.includes(arg) && !names.includes(arg));
  if (extraArgs.length > 0 && parts.length !== 1) {
    throw new Failure(`Unknown part ${extraArgs.join(' ')}. The parts are: ${names.join(', ')}`);
  }
  return {
    stages: testStages.filter((stage) => parts.length === 0 || parts.includes(stage.part)),
    long: args.includes('--long'),
    slow: args.includes('--slow'),
    extraArgs,
  };
}
