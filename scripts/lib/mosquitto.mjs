import { canInstallDebianPackages, installDebianPackages } from './debian.mjs';
import { Failure } from './failure.mjs';
import { findAllOnPath, isExecutable } from './on-path.mjs';
import { step } from './step.mjs';

/** Debian keeps it where only root's PATH looks. */
const USUAL_PLACES = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto'];

/** @returns {Promise<{MOSQUITTO_PATH: string}>} environment for the tests with a configured broker */
export async function ensureMosquitto() {
  let path = '';
  await step('Looking for Mosquitto', async (say) => {
    if (findMosquitto() === undefined && canInstallDebianPackages()) {
      await installDebianPackages(['mosquitto'], say);
    }
    const found = findMosquitto();
    if (found === undefined) {
      throw new Failure(
        'No Mosquitto was found, which the broker tests run against. Install it (Debian: apt-get install mosquitto).',
      );
    }
    path = found;
    return `Mosquitto: ${path}`;
  });
  return { MOSQUITTO_PATH: path };
}

/** @returns {string | undefined} */
function findMosquitto() {
  return [...findAllOnPath('mosquitto'), ...USUAL_PLACES].find(isExecutable);
}
