import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

/** Pages that members open most. */
const homePages = ['routes/index.tsx', 'routes/workouts.index.tsx'];
/** Other modules for the first load. The links are in the header of trainers and staff. */
const otherFirst = ['routes/staff.index.tsx', 'shell/work-links.tsx'];

const nameFirst = nameNeeded('base', [...homePages, ...otherFirst]);
const nameForNewcomers = nameNeeded('base', [
  'routes/login.tsx',
  'routes/register.index.tsx',
  'routes/forgot-password.tsx',
]);

/**
 * Returns whether a module is a page of staff: every area has them in a folder of that name. The
 * editor of the floor is not, because the other pages do not need its library for dragging.
 */
function isStaff(id: string): boolean {
  return /\/src\/features\/(?:\w+\/)?staff\/(?!floor-\w+\.tsx)/.test(id);
}

/** Returns whether a module belongs to the pages on which trainers see their members. */
function isTrainers(id: string): boolean {
  return id.includes('/src/features/trainers/trained-members/');
}

/** Returns whether every page of a signed-in user loads the module after it is drawn. */
function isBackground(id: string): boolean {
  return /\/shell\/(?:follow-outbox|queued-writes|session-data)|\/queued-(?:bookings|menus|profile)\.ts/.test(
    id,
  );
}

function isFeature(id: string): boolean {
  return id.includes('/src/features/');
}

function isStyle(id: string): boolean {
  return id.includes('.module.css');
}

/**
 * Groups of modules that share a file. Without groups, every module shared by two pages becomes a
 * separate file, and a page requests a hundred of them. A module belongs to the first group that
 * contains it, together with its imports, so lower layers come first. Decision 0033 explains the
 * choice.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // This script runs before the others have arrived (`pages.mjs`), so it must import none of them.
  { name: nameNeeded('early', ['start-calls.ts']), priority: 14 },
  { name: 'libraries', test: isLibrary, priority: 13 },
  { name: 'start', tags: ['$initial'], priority: 12 },
  // This group has the shared modules that the first pages need, what newcomers need of the layers
  // below the features, and all shared styles of members. That saves the other pages a file, and a
  // browser requests only six files at once.
  {
    name: (id, context) =>
      isStyle(id)
        ? 'base'
        : (nameFirst(id, context) ?? (isFeature(id) ? null : nameForNewcomers(id, context))),
    test: (id) =>
      !isStaff(id) && !isTrainers(id) && /@tabler|\/packages\/|\/src\/(?!routes)/.test(id),
    minShareCount: 2,
    priority: 11,
  },
  { name: 'parts', test: isBase, minShareCount: 2, priority: 10 },
  // These are large, and needed by few pages or only later.
  {
    name: 'sign-in',
    test: /aws-amplify|\/lib\/auth\/(?:amplify|required-fields)|members\/account/,
    priority: 9,
  },
  { name: 'qr-code', test: /\/uqr\/|qr-code\.tsx|\/totp-key/, priority: 9 },
  // The following groups contain modules shared by pages of the same users.
  { name: 'identity', test: /\/features\/identity\/(?!devices\/)/, minShareCount: 2, priority: 7 },
  {
    name: 'documents',
    test: /\/features\/members\/documents\/(?!guide)/,
    minShareCount: 2,
    priority: 7,
  },
  { name: 'dragging', test: /@dnd-kit/, minShareCount: 2, priority: 7 },
  {
    name: 'editor',
    test: /tag-|sortable|\/features\/menus\/editor\/(?!drafts)/,
    minShareCount: 2,
    priority: 6,
  },
  {
    name: 'members',
    test: (id) => isFeature(id) && !isStaff(id) && !isTrainers(id) && !isBackground(id),
    minShareCount: 2,
    priority: 5,
  },
  // The header of trainers needs only these modules of the staff pages.
  {
    name: 'work-links',
    test: /\/shell\/work-links|staff-sections|corrections\.queries/,
    priority: 4,
  },
  {
    name: nameNeeded('board', ['routes/staff.index.tsx']),
    test: isStaff,
    priority: 3,
  },
  { name: 'staff', test: isStaff, priority: 2 },
  { name: 'trainers', test: isTrainers, minShareCount: 2, priority: 2 },
  // Every page of a signed-in user loads this group after it is drawn.
  { name: 'background', test: isBackground, priority: 1 },
];

/**
 * Returns whether a module belongs to the libraries of the whole app or to the bundler's helpers.
 */
function isLibrary(id: string): boolean {
  return /\/node_modules\/(?:react|react-dom|scheduler|@tanstack)\/|rolldown\/runtime/.test(id);
}

/**
 * Returns whether a module belongs to the shared base. Of the features, it includes what the header
 * of signed-in users and other pages need.
 */
function isBase(id: string): boolean {
  return (
    /@tabler|\/packages\/|\/src\/(?:lib|ui|entities)\/|announcements\/unread|editor\/drafts|documents\/guide-opened|\/totp\.module/.test(
      id,
    ) &&
    !/\/src\/ui\/.*(?:sortable|tag-|qr-code\.tsx)|\/lib\/auth\/(?:sign-in|amplify|identity-pool|required-fields)|members\/account|\/visit-card/.test(
      id,
    )
  );
}

/**
 * Names the modules that the given ones cannot work without. Pages are given by their route files.
 */
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
    // The router's plugin has split the page from its route, so the page is a dynamic import.
    if (path.startsWith('routes/')) module.dynamicallyImportedIds.forEach(visit);
    else visit(id);
  }
  return found;
}
