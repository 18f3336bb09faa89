import process from 'node:process';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
const CLEAR_LINE = '\r\u001b[2K';

/**
 * @param {number} startedAt
 * @returns {string} a duration such as `0.08 s` or `57.1 s`
 */
function elapsed(startedAt) {
  const seconds = (performance.now() - startedAt) / 1000;
  return `${seconds < 1 ? seconds.toFixed(2) : seconds.toFixed(1)} s`;
}

/**
 * Runs one step of the set-up and prints in one line what was done and how long it took. A terminal
 * shows the line while the step runs. Elsewhere (logs, CI) only the final line appears.
 *
 * @param {string} doing the current work, shown while it runs
 * @param {(say: (detail: string) => void) => Promise<string>} work returns what was done; lines
 *   after the first are printed below it
 */
export async function step(doing, work) {
  const startedAt = performance.now();
  let detail = '';
  const stopDrawing = draw(() => `${doing} (${elapsed(startedAt)}) ${detail}`);
  try {
    const done = await work((text) => {
      detail = text;
    });
    stopDrawing();
    const [title, ...details] = done.split('\n');
    console.log([`✔ ${title} (${elapsed(startedAt)})`, ...details].join('\n'));
  } catch (error) {
    stopDrawing();
    throw error;
  }
}

/**
 * @param {() => string} text
 * @returns {() => void} stops and clears the line
 */
function draw(text) {
  const { stdout } = process;
  if (!stdout.isTTY) return () => undefined;
  let frame = 0;
  const timer = setInterval(() => {
    frame = (frame + 1) % FRAMES.length;
    stdout.write(`${CLEAR_LINE}${`${FRAMES[frame]} ${text()}`.slice(0, stdout.columns - 1)}`);
  }, FRAME_MS);
  return () => {
    clearInterval(timer);
    stdout.write(CLEAR_LINE);
  };
}
