import type { Config } from './config.ts';

/** What the operator sees once members can come in. */
export function createReadyMessage(
  config: Config,
  port: number,
  parts: { readonly database: string; readonly mail: string },
): string {
  const address = config.port === 0 ? `http://localhost:${port}` : config.publicUrl.origin;
  return `
  TANREN is ready.

    address    ${address}
    database   ${parts.database}
    mail       ${parts.mail}

  Stop it with Ctrl-C.

`;
}
