import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { canInstallDebianPackages, installDebianPackages } from './debian.mjs';
import { Failure } from './failure.mjs';
import { isOnPath } from './on-path.mjs';
import { tryCommand } from './run-command.mjs';

const PACKAGE = 'fonts-noto-cjk';
const KNOWN_FILES = /cjk|noto ?sans ?jp|ipa[gmex]|takao|vl-?gothic|mplus|source ?han/i;

/**
 * Without one, screenshots show boxes and texts have wrong widths.
 *
 * @param {(line: string) => void} say
 */
export async function ensureJapaneseFont(say) {
  // The other systems bring one along.
  if (process.platform !== 'linux' || (await hasJapaneseFont())) return;
  if (canInstallDebianPackages()) await installDebianPackages([PACKAGE], say);
  if (await hasJapaneseFont()) return;
  throw new Failure(
    `No Japanese font was found. Install one (Debian: apt-get install ${PACKAGE}).`,
  );
}

async function hasJapaneseFont() {
  if (!isOnPath('fc-list')) return fontFolders().some(holdsKnownFont);
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
function holdsKnownFont(folder) {
  try {
    return readdirSync(folder, { recursive: true }).some((name) => KNOWN_FILES.test(String(name)));
  } catch {
    return false;
  }
}
