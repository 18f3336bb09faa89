import { expect, vi } from 'vitest';

let errors: string[] = [];

/** Warning of React in development about lazy screens of the router that render while they load. */
const knownError = 'called use() to suspend in a previous render';

/** Records every `console.error` as an error that fails the test at its end. */
export function watchConsole(): void {
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    const line = parts.map(String).join(' ');
    if (!line.includes(knownError)) errors.push(line);
  });
}

/** Ignores errors that the test itself caused. */
export function ignoreConsoleErrors(word: string): void {
  errors = errors.filter((line) => !line.includes(word));
}

/** Returns the errors so far. */
export function listConsoleErrors(): readonly string[] {
  return errors;
}

export function expectQuietConsole(): void {
  expect(errors).toEqual([]);
}
