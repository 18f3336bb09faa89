import type { Config } from './config.ts';
import type { DemoSignIn } from './demo/prepare-demo.ts';

interface ReadyParts {
  readonly database: string;
  readonly machines: string;
  readonly mail: string;
  /** null: no demo world to sign in to. */
  readonly demo: DemoSignIn | null;
}

/** What the operator sees once members can come in. */
export function createReadyMessage(config: Config, port: number, parts: ReadyParts): string {
  const address = config.port === 0 ? `http://localhost:${port}` : config.publicUrl.origin;
  return `
  TANREN is ready.

    address    ${address}
    database   ${parts.database}
    machines   ${parts.machines}
    mail       ${parts.mail}
${parts.demo === null ? '' : describeDemo(parts.demo)}
  Stop it with Ctrl-C.

`;
}

function describeDemo({ emails, password }: DemoSignIn): string {
  return `
  Demo accounts, all with the password ${password}:

${emails.map((email) => `    ${email}\n`).join('')}
  Start a machine to link with:  npm run machine
`;
}
