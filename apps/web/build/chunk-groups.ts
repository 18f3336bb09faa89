import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

/** What members open most. */
const homePages = ['routes/index.tsx', 'routes/workouts.index.tsx'];
/** The links are in the header of everybody who works here. */
const otherFirst = ['routes/login.tsx', 'routes/staff.board.tsx', 'shell/work-links.tsx'];

const nameFirst = nameNeeded('base', [...homePages, ...otherFirst]);

function isStyle(id: string): boolean {
  return id.includes('.module.css');
}

/**
 * Without groups every module that two pages share becomes a file of its own, and a page asks for a
 * hundred of them. A module belongs to the first group that wants it, with all that it imports:
 * what lies lower comes first. Why these: decision 0033.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'libraries', test: isLibrary, priority: 13 },
  { name: 'start', tags: ['$initial'], priority: 12 },
  // Of what everybody shares, what the first pages need, and all styles: a file less for the others.
  {
    name: (id, context) => (isStyle(id) && isBase(id) ? 'base' : nameFirst(id, context)),
    test: (id) => isBase(id) || isStyle(id),
    minShareCount: 2,
    priority: 11,
  },
  { name: 'parts', test: isBase, minShareCount: 2, priority: 10 },
  // Large, and needed by few pages or not at once.
  { name: 'sign-in', test: /aws-amplify|\/lib\/auth\/amplify|members\/account/, priority: 9 },
  { name: 'qr-code', test: /\/uqr\/|qr-code\.tsx|\/totp-key/, priority: 9 },
  // What pages of the same people share.
  { name: nameNeeded('home', homePages), test: /\/src\/(?!routes)/, minShareCount: 2, priority: 8 },
  { name: 'identity', test: /\/identity\/|\/sign-in-first/, minShareCount: 2, priority: 7 },
  { name: 'documents', test: /\/features\/documents\/(?!guide)/, minShareCount: 2, priority: 7 },
  {
    name: 'editor',
    test: /@dnd-kit|tag-|sortable|\/session-editor\/(?!drafts)/,
    minShareCount: 2,
    priority: 6,
  },
  {
    name: 'members',
    test: /\/src\/features\/(?!staff|trained|onboarding)/,
    minShareCount: 2,
    priority: 5,
  },
  // The header of trainers wants these two of the staff's, and nothing else.
  {
    name: 'work-links',
    test: /\/shell\/work-links|staff-sections|corrections\.queries/,
    priority: 4,
  },
  {
    name: nameNeeded('board', ['routes/staff.board.tsx']),
    test: /\/src\/features\/staff/,
    priority: 3,
  },
  { name: 'staff', test: /\/src\/features\/staff/, priority: 2 },
  { name: 'trainers', test: /\/src\/features\/trained/, minShareCount: 2, priority: 2 },
  // What every page of somebody signed in fetches once it is drawn.
  { name: 'background', test: /\/shell\/(?:follow-outbox|session-data)/, priority: 1 },
];

/** What the whole app stands on, and the helpers of the bundler. */
function isLibrary(id: string): boolean {
  return /\/node_modules\/(?:react|react-dom|scheduler|@tanstack)\/|rolldown\/runtime/.test(id);
}

/** Of features, what is in the header of everybody signed in, and what other pages ask about them. */
function isBase(id: string): boolean {
  return (
    /@tabler|\/packages\/|\/src\/(?:lib|ui|entities)\/|informations\/unread|editor\/drafts|documents\/guide-opened|\/totp\.module/.test(
      id,
    ) &&
    !/\/src\/ui\/.*(?:sortable|tag-|qr-code\.tsx)|\/lib\/auth\/(?:sign-in|amplify|identity-pool)|members\/account|\/visits\/visit-card/.test(
      id,
    )
  );
}

/** Names the modules that these cannot do without: pages by the files of their routes, and others. */
function nameNeeded(name: string, paths: readonly string[]): Rolldown.CodeSplittingNameFunction {
  let needed: ReadonlySet<string> | null = null;
  return (id, context) => {
    needed ??= findNeeded(paths, context);
    return needed.has(id) ? name : null;
  };
}

function findNeeded(paths: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    context.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  for (const path of paths) {
    const id = fileURLToPath(new URL(`../src/${path}`, import.meta.url));
    const module = context.getModuleInfo(id);
    if (module === null) throw new Error(`${path} is not in the build`);
    // A route's page has been split off it.
    if (path.startsWith('routes/')) module.dynamicallyImportedIds.forEach(visit);
    else visit(id);
  }
  return found;
}
