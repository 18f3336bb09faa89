/** The number of the machine whose label was scanned; null: it is no label of ours. */
export function readLabel(text: string): number | null {
  const [, machine] = /\/tanren-link\?machine=([1-9]\d{0,8})$/.exec(text) ?? [];
  return machine === undefined ? null : Number(machine);
}
