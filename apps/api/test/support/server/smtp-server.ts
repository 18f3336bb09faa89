import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

interface ReceivedMail {
  readonly to: string;
  /** Headers and body as they were sent. */
  readonly lines: readonly string[];
  /** Body, decoded from base64. */
  readonly text: string;
}

/**
 * Opens a mail server without encryption for one test. It accepts every mail, or answers each
 * recipient with the given refusal.
 */
export async function openSmtpServer(refusal?: string) {
  const mails: ReceivedMail[] = [];
  const recipients: string[] = [];
  const server = createServer((socket) => {
    talk(socket, { mails, recipients }, refusal);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails, recipients };
}

function talk(
  socket: Socket,
  received: { readonly mails: ReceivedMail[]; readonly recipients: string[] },
  rejection: string | undefined,
): void {
  let to = '';
  let lines: string[] | null = null;
  let rest = '';
  socket.write('220 test\r\n');
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString('utf8')).split('\r\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      if (lines !== null && line !== '.') lines.push(line);
      else if (lines !== null) {
        received.mails.push({ to, lines, text: readText(lines) });
        lines = null;
        socket.write('250 kept\r\n');
      } else if (line === 'DATA') {
        lines = [];
        socket.write('354 go on\r\n');
      } else if (line.startsWith('RCPT')) {
        to = /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? '';
        received.recipients.push(to);
        socket.write(`${rejection ?? '250 ok'}\r\n`);
      } else socket.write(line === 'STARTTLS' ? '502 not here\r\n' : '250 ok\r\n');
    }
  });
}

function readText(lines: readonly string[]): string {
  const body = lines.slice(lines.indexOf('') + 1).join('');
  return Buffer.from(body, 'base64').toString('utf8');
}
