import { execFile } from 'node:child_process';
import process from 'node:process';

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A bundled command as its own process, with these settings and no others. */
export async function runProgram(
  file: string,
  line: string,
  settings: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const env = { PATH: process.env['PATH'], ...settings };
  return await new Promise((resolve) => {
    execFile(process.execPath, [file, ...line.split(' ')], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}
