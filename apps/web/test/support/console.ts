import { expect, vi } from 'vitest';

let complaints: string[] = [];

/** React, in development only, about the router's lazy screens that are drawn while they load. */
const knownComplaint = 'called use() to suspend in a previous render';

/** From now on every console.error is a complaint that fails the test at its end. */
export function watchConsole(): void {
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    const line = parts.map(String).join(' ');
    if (!line.includes(knownComplaint)) complaints.push(line);
  });
}

/** What a test itself has brought about is no complaint. */
export function forgiveComplaints(word: string): void {
  complaints = complaints.filter((line) => !line.includes(word));
}

/** What has been complained about so far. */
export function listComplaints(): readonly string[] {
  return complaints;
}

export function expectQuietConsole(): void {
  expect(complaints).toEqual([]);
}
