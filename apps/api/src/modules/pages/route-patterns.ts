/** Whether a path is a page, by patterns like `/workouts/$workoutId` and `/users/$`. */
export function matchesAnyRoute(patterns: readonly string[], path: string): boolean {
  const parts = splitPath(path);
  return patterns.some((pattern) => matches(splitPath(pattern), parts));
}

function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  const isSplat = pattern.at(-1) === '$';
  const fixed = isSplat ? pattern.slice(0, -1) : pattern;
  if (isSplat ? parts.length < fixed.length : parts.length !== fixed.length) return false;
  return fixed.every((part, at) => (part.startsWith('$') ? parts[at] !== '' : part === parts[at]));
}

function splitPath(path: string): string[] {
  return path.replace(/^\/|\/+$/g, '').split('/');
}
