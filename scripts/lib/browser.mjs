import process from 'node:process';
import { Failure } from './failure.mjs';
import { loadPlaywright } from './installed.mjs';
import { toolCommand } from './npm.mjs';
import { runCommand } from './run-command.mjs';
import { step } from './step.mjs';
import {
  canInstallDebianPackages,
  findPrograms,
  installDebianPackage,
  isExecutable,
  isUbuntu,
} from './system-programs.mjs';

/**
 * Chromium without its user interface. The engine is the same, and the tests use a third less
 * processor time than with the whole browser in headless mode.
 */
const HEADLESS_SHELL = 'chromium-headless-shell';
const PROGRAMS = [
  HEADLESS_SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const HINT = 'Install Chromium (Debian: apt-get install chromium) or name one in CHROMIUM_PATH.';
const FONT_PACKAGE = 'fonts-noto-cjk';

/** @returns {Promise<{CHROMIUM_PATH: string}>} environment for the browser tests */
export async function ensureBrowser() {
  let path = '';
  await step('Looking for Chromium and a Japanese font', async (say) => {
    path = await ensureChromium(say);
    await ensureJapaneseFont(path, say);
    return `Chromium runs: ${path}`;
  });
  return { CHROMIUM_PATH: path };
}

/**
 * @param {(line: string) => void} say
 * @returns {Promise<string>} the path of a Chromium that works
 */
async function ensureChromium(say) {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    const problem = await tryChromium(named);
    if (problem === null) return named;
    throw new Failure(`CHROMIUM_PATH=${named} does not run: ${firstLine(problem)}`, problem);
  }
  const mayUseDebian = canInstallDebianPackages() && !isUbuntu();
  if (mayUseDebian && findPrograms(HEADLESS_SHELL).length === 0) {
    // A failure is ignored, because any Chromium works.
    await installDebianPackage(HEADLESS_SHELL, say).catch((/** @type {unknown} */ error) => {
      say(String(error));
    });
  }
  const found = await findChromium();
  if (found !== null) return found;
  if (mayUseDebian) {
    await installDebianPackage('chromium', say);
    const installed = await findChromium();
    if (installed !== null) return installed;
  }
  return await downloadChromium(say);
}

/** @returns {Promise<string | null>} */
async function findChromium() {
  const { chromium } = await loadPlaywright();
  const candidates = [...PROGRAMS.flatMap(findPrograms), chromium.executablePath()];
  for (const path of candidates.filter(isExecutable)) {
    if ((await tryChromium(path)) === null) return path;
  }
  return null;
}

/** @param {(line: string) => void} say */
async function downloadChromium(say) {
  const dependencies = canInstallDebianPackages() ? ['--with-deps'] : [];
  await runCommand(...toolCommand('playwright', ['install', ...dependencies, 'chromium']), {
    failure: `No Chromium was found and none could be downloaded. ${HINT}`,
    onLine: say,
  });
  const { chromium } = await loadPlaywright();
  const downloaded = chromium.executablePath();
  const problem = await tryChromium(downloaded);
  if (problem === null) return downloaded;
  const line = `The downloaded Chromium does not run: ${firstLine(problem)}. ${HINT}`;
  throw new Failure(line, problem);
}

/** Whether the Chromium that was tried last has a Japanese font. */
let hasJapaneseFont = false;

/**
 * Tries to draw a page. `--version` is not enough: a snap stub, a missing library or a forbidden
 * sandbox fail only when a page is opened. Without a Japanese font both characters are the same box.
 *
 * @param {string} path
 * @returns {Promise<string | null>} the error, or `null`
 */
async function tryChromium(path) {
  const { chromium } = await loadPlaywright();
  try {
    const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
    const page = await browser.newPage();
    /** @param {string} character */
    const draw = async (character) => {
      await page.setContent(`<h1>${character}</h1>`);
      return await page.screenshot();
    };
    const picture = await draw('鍛');
    hasJapaneseFont = !picture.equals(await draw('錬'));
    await browser.close();
    return null;
  } catch (error) {
    return String(error);
  }
}

/**
 * Installs a Japanese font if there is none. Otherwise screenshots show boxes and texts have wrong
 * widths.
 *
 * @param {string} chromium
 * @param {(line: string) => void} say
 */
async function ensureJapaneseFont(chromium, say) {
  if (!hasJapaneseFont && canInstallDebianPackages()) {
    await installDebianPackage(FONT_PACKAGE, say);
    await tryChromium(chromium);
  }
  if (hasJapaneseFont) return;
  throw new Failure(
    `No Japanese font was found. Install one (Debian: apt-get install ${FONT_PACKAGE}).`,
  );
}

/** @param {string} text */
function firstLine(text) {
  return /error while loading shared libraries: [^\n]*/.exec(text)?.[0] ?? text.split('\n')[0];
}
