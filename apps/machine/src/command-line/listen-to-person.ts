import { createInterface } from 'node:readline';
import type { ReadStream } from 'node:tty';
import type { Controls } from './controls.ts';

/** Keys from a terminal, lines from anything else. The answer ends it. */
export function listenToPerson(input: ReadStream, controls: Controls): () => void {
  if (!input.isTTY) {
    // Whoever gives no input has no commands; that is no reason to end.
    const lines = createInterface({ input });
    lines.on('line', (line) => controls.obey(line));
    return () => {
      lines.close();
      input.destroy();
    };
  }
  const press = (text: string) => {
    for (const key of splitKeys(text)) controls.pressKey(key);
  };
  input.setRawMode(true);
  input.setEncoding('utf8');
  input.on('data', press);
  return () => {
    input.removeListener('data', press);
    input.setRawMode(false);
    input.pause();
  };
}

/** Several may come at once, when somebody is fast; an arrow is three characters. */
export function splitKeys(text: string): string[] {
  return text
    .split(/(\p{Cc}\[[A-D])/u)
    .filter((part) => part !== '')
    .flatMap((part) => (/^\p{Cc}\[[A-D]$/u.test(part) ? [part] : Array.from(part)));
}
