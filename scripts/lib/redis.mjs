import { canInstallDebianPackages, installDebianPackages } from './debian.mjs';
import { findAllOnPath, isExecutable } from './on-path.mjs';
import { step } from './step.mjs';

const USUAL_PLACES = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'];

/** @returns {Promise<{REDIS_PATH?: string}>} environment for the benchmark that compares with it */
export async function ensureRedis() {
  /** @type {string | undefined} */
  let path;
  await step('Looking for Redis', async (say) => {
    if (findRedis() === undefined && canInstallDebianPackages()) {
      await installDebianPackages(['redis-server'], say);
    }
    path = findRedis();
    return path === undefined ? 'No Redis: nothing is compared with it' : `Redis: ${path}`;
  });
  return path === undefined ? {} : { REDIS_PATH: path };
}

/** @returns {string | undefined} */
function findRedis() {
  return [...findAllOnPath('redis-server'), ...USUAL_PLACES].find(isExecutable);
}
