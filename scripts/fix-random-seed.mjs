import process from 'node:process';
import fc from 'fast-check';

// `npm test` tries the same examples in each run, so that it fails only for what has changed.
// `npm run test:long` tries others each time.
if (process.env['TEST_LONG'] !== '1') fc.configureGlobal({ seed: 1 });
