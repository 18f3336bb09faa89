/** Once for all pages of gyms: every import of a part costs the sign-in page its name. */
export const importStaffGyms = () => import('./-staff-gyms.ts');
