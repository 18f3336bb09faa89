import { ensureChromium } from './chromium.mjs';
import { ensureJapaneseFont } from './japanese-font.mjs';
import { step } from './step.mjs';

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
