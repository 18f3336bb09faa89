/** Once for the three lists: every import of a part costs the sign-in page the names of its files. */
export const importSessionLists = () => import('./-session-lists.ts');
