/** Once for the list and the editor: every import of a part costs the sign-in page its name. */
export const importStaffInformations = () => import('./-staff-informations.tsx');
