import { expect, vi } from 'vitest';

let complaints: string[] = [];

/** Warning of React in development about lazy screens of the router that render while they load. */
const knownComplaint = 'called use() to suspend in a previous render';

/** Records every `console.error` as a complaint that fails the test at its end. */
export function watchConsole(): void {
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    const line = parts.map(String).join(' ');
    if (!line.includes(knownComplaint)) complaints.push(line);
  });
}

/** Ignores complaints that the test itself caused. */
export function forgiveComplaints(word: string): void {
  complaints = complaints.filter((line) => !line.includes(word));
}

/** Returns the complaints so far. */
export function listComplaints(): readonly string[] {
  return complaints;
}

export function expectQuietConsole(): void {
  expect(complaints).toEqual([]);
}
