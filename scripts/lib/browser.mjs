import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Failure } from './failure.mjs';
import { loadPlaywright } from './installed.mjs';
import { toolCommand } from './npm.mjs';
import { runCommand, tryCommand } from './run-command.mjs';
import { step } from './step.mjs';
import {
  canInstallDebianPackages,
  findAllOnPath,
  installDebianPackages,
  isExecutable,
  isOnPath,
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
  await installHeadlessShell(say);
  return (await findChromium()) ?? (await installChromium(say));
}

/**
 * Installs the headless shell where Debian has it. A failure is ignored, because any Chromium
 * works.
 *
 * @param {(line: string) => void} say
 */
async function installHeadlessShell(say) {
  if (isOnPath(HEADLESS_SHELL) || !canInstallDebianPackages() || isUbuntu()) return;
  try {
    await installDebianPackages([HEADLESS_SHELL], say);
  } catch (error) {
    say(firstLine(String(error)) ?? '');
  }
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
 * Tries to open a page. `--version` is not enough: a snap stub, a missing library or a forbidden
 * sandbox fail only when a page is opened.
 *
 * @param {string} path
 * @returns {Promise<string | null>} the error, or `null`
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

const PACKAGE = 'fonts-noto-cjk';
const KNOWN_FILES = /cjk|noto ?sans ?jp|ipa[gmex]|takao|vl-?gothic|mplus|source ?han/i;

/**
 * Installs a Japanese font if there is none. Otherwise screenshots show boxes and texts have wrong
 * widths.
 *
 * @param {(line: string) => void} say
 */
async function ensureJapaneseFont(say) {
  // Other systems have a Japanese font.
  if (process.platform !== 'linux' || (await hasJapaneseFont())) return;
  if (canInstallDebianPackages()) await installDebianPackages([PACKAGE], say);
  if (await hasJapaneseFont()) return;
  throw new Failure(
    `No Japanese font was found. Install one (Debian: apt-get install ${PACKAGE}).`,
  );
}

async function hasJapaneseFont() {
  if (!isOnPath('fc-list')) return fontFolders().some(containsKnownFont);
  const { code, output } = await tryCommand('fc-list', [':lang=ja', 'family']);
  return code === 0 && output.trim() !== '';
}

function fontFolders() {
  return [
    '/usr/share/fonts',
    '/usr/local/share/fonts',
    join(homedir(), '.fonts'),
    join(homedir(), '.local/share/fonts'),
  ];
}

/** @param {string} folder */
function containsKnownFont(folder) {
  try {
    return readdirSync(folder, { recursive: true }).some((name) => KNOWN_FILES.test(String(name)));
  } catch {
    return false;
  }
}

/** @returns {Promise<{CHROMIUM_PATH: string}>} environment for the browser tests */
export async function ensureBrowser() {
  let path = '';
  await step('Looking for Chromium and a Japanese font', async (say) => {
    path = await ensureChromium(say);
    await ensureJapaneseFont(say);
    return `Chromium runs: ${path}`;
  });
  return { CHROMIUM_PATH: path };
}
