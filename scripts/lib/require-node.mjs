// Checks the version of Node. Every script imports this file first, and it also runs on old
// versions, so that they print this line instead of a syntax error in another file.
import process from 'node:process';

const LOWEST = { major: 20, minor: 19 };

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < LOWEST.major || (major === LOWEST.major && minor < LOWEST.minor)) {
  console.error(
    `✖ Node ${LOWEST.major}.${LOWEST.minor} or newer is needed, this is ${process.versions.node}. See https://nodejs.org/`,
  );
  process.exit(1);
}
