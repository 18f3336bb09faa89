/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [optionalDependencies]
 */
/** @typedef {Record<string, LockEntry>} LockEntries */
/** @typedef {{path: string, version: string, dev: boolean}} MissingEntry */

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];

/**
 * Binaries for other machines that an entry names but the lock file lacks. npm leaves them out when
 * its registry did not have them on the day, and from then on refuses the lock file as incomplete.
 *
 * @param {LockEntries} entries
 * @returns {MissingEntry[]}
 */
export function findMissingBinaries(entries) {
  return Object.entries(entries).flatMap(([parent, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !placesFor(parent, name).some((path) => path in entries))
      .map(([name, version]) => ({ path: `node_modules/${name}`, version, dev })),
  );
}

/**
 * Where Node looks for a package: beside the parent, then in each folder above.
 *
 * @param {string} parent
 * @param {string} name
 */
function placesFor(parent, name) {
  const folders = parent.split('/node_modules/');
  return [
    `node_modules/${name}`,
    ...folders.map(
      (_, i) => `${folders.slice(0, i + 1).join('/node_modules/')}/node_modules/${name}`,
    ),
  ];
}

/**
 * The machine is read from the package's name, as its makers wrote it there. No integrity: nobody
 * here has seen the file, and npm checks it against the registry's own then.
 *
 * @param {MissingEntry} missing
 * @returns {LockEntry}
 */
export function describeBinary({ path, version, dev }) {
  const os = SYSTEMS.filter((system) => path.includes(system));
  const cpu = PROCESSORS.filter((processor) => path.includes(processor)).slice(0, 1);
  if (os.length !== 1 || cpu.length !== 1 || !/^\d/.test(version)) {
    throw new Error(`Cannot tell the machine of ${path} ${version}`);
  }
  const libc = path.includes('musl') ? ['musl'] : path.includes('gnu') ? ['glibc'] : null;
  return {
    version,
    cpu,
    ...(dev ? { dev } : {}),
    ...(libc === null ? {} : { libc }),
    optional: true,
    os,
  };
}
