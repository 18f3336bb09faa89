/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {string} [resolved]
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */
/** @typedef {Record<string, LockEntry>} LockEntries */

/**
 * Returns the packages that an entry depends on but the lock file lacks. npm leaves out the
 * binaries for other machines when the registry does not have them, and then rejects the lock file
 * on those machines. The remedy is a version whose binaries are all published.
 *
 * @param {LockEntries} entries
 * @returns {string[]}
 */
export function findMissing(entries) {
  return Object.entries(entries).flatMap(([parent, { dependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...optionalDependencies })
      .filter(([name]) => !placesFor(parent, name).some((path) => path in entries))
      .map(([name, version]) => `${name}@${version}`),
  );
}

/**
 * Returns the installed packages whose files npm could not verify. Links to the workspaces and the
 * workspaces themselves have no file.
 *
 * @param {LockEntries} entries
 * @returns {string[]}
 */
export function findUnverified(entries) {
  return Object.entries(entries)
    .filter(([path, entry]) => path.includes('node_modules/') && entry.link !== true)
    .filter(([, { integrity }]) => integrity === undefined)
    .map(([path]) => path);
}

/**
 * Returns the paths where Node looks for a package: beside the parent, then in each folder above.
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
