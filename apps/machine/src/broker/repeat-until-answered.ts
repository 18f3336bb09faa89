export interface Asking {
  /** Asks at once, then again and again. */
  readonly begin: () => void;
  readonly answered: () => void;
}

/** A question may reach the broker while the server is away: nobody remembers it then. */
export function repeatUntilAnswered(everyMs: number, ask: () => void): Asking {
  let timer: NodeJS.Timeout | undefined;
  return {
    begin: () => {
      clearInterval(timer);
      timer = setInterval(ask, everyMs);
      ask();
    },
    answered: () => clearInterval(timer),
  };
}
