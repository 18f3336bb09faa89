const rows: Record<string, readonly string[]> = {
  '0': ['███', '█ █', '█ █', '█ █', '███'],
  '1': [' █ ', '██ ', ' █ ', ' █ ', '███'],
  '2': ['███', '  █', '███', '█  ', '███'],
  '3': ['███', '  █', '███', '  █', '███'],
  '4': ['█ █', '█ █', '███', '  █', '  █'],
  '5': ['███', '█  ', '███', '  █', '███'],
  '6': ['███', '█  ', '███', '█ █', '███'],
  '7': ['███', '  █', '  █', '  █', '  █'],
  '8': ['███', '█ █', '███', '█ █', '███'],
  '9': ['███', '█ █', '███', '  █', '███'],
  '-': ['   ', '   ', '███', '   ', '   '],
};

/** A link code to be read from across the room. */
export function drawLarge(code: string): string[] {
  const shapes = code.split('').map((character) => rows[character] ?? []);
  return [0, 1, 2, 3, 4].map((row) => shapes.map((shape) => shape[row] ?? '   ').join(' '));
}
