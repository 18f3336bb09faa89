import process from 'node:process';
import { canInstallDebianPackages, installDebianPackages, isUbuntu } from './debian.mjs';
import { Failure } from './failure.mjs';
import { toolCommand } from './npm.mjs';
import { findAllOnPath, isExecutable } from './on-path.mjs';
import { loadPlaywright } from './installed.mjs';
import { runCommand } from './run-command.mjs';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const HINT = 'Install Chromium (Debian: apt-get install chromium) or name one in CHROMIUM_PATH.';

/**
 * @param {(line: string) => void} say
 * @returns {Promise<string>} the path of a Chromium that was seen running
 */
export async function ensureChromium(say) {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    const problem = await tryChromium(named);
    if (problem === null) return named;
    throw new Failure(`CHROMIUM_PATH=${named} does not run: ${firstLine(problem)}`, problem);
  }
  return (await findChromium()) ?? (await installChromium(say));
}

/** @returns {Promise<string | null>} */
async function findChromium() {
  for (const path of await listCandidates()) {
    if ((await tryChromium(path)) === null) return path;
  }
  return null;
}

async function listCandidates() {
  const { chromium } = await loadPlaywright();
  const installed = PROGRAMS.flatMap(findAllOnPath);
  return [...installed, chromium.executablePath()].filter(isExecutable);
}

/**
 * `--version` is not enough: a snap stub, a missing library or a forbidden sandbox show only when a
 * page is opened.
 *
 * @param {string} path
 * @returns {Promise<string | null>} what went wrong
 */
async function tryChromium(path) {
  const { chromium } = await loadPlaywright();
  try {
    const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
    const page = await browser.newPage();
    await page.setContent('<h1>鍛錬</h1>');
    await browser.close();
    return null;
  } catch (error) {
    return String(error);
  }
}

/** @param {(line: string) => void} say */
async function installChromium(say) {
  const asRoot = canInstallDebianPackages();
  if (asRoot && !isUbuntu()) {
    await installDebianPackages(['chromium'], say);
    const installed = await findChromium();
    if (installed !== null) return installed;
  }
  const [command, args] = toolCommand('playwright', [
    'install',
    ...(asRoot ? ['--with-deps'] : []),
    'chromium',
  ]);
  await runCommand(command, args, {
    failure: `No Chromium was found and none could be downloaded. ${HINT}`,
    onLine: say,
  });
  const { chromium } = await loadPlaywright();
  const downloaded = chromium.executablePath();
  const problem = await tryChromium(downloaded);
  if (problem === null) return downloaded;
  throw new Failure(
    `The downloaded Chromium does not run: ${firstLine(problem)}. ${HINT}`,
    problem,
  );
}

/** @param {string} text */
function firstLine(text) {
  return /error while loading shared libraries: [^\n]*/.exec(text)?.[0] ?? text.split('\n')[0];
}
