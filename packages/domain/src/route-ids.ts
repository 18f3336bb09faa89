/** The largest id the database can hold in an integer column; longer digit strings name nothing. */
const largestId = 2_147_483_647;

/** An id in an address: digits only, from 1, and small enough to exist. Anything else is not found. */
export function parseRouteId(value: string): number | null {
  if (!/^[0-9]{1,10}$/.test(value)) return null;
  const id = Number(value);
  return id >= 1 && id <= largestId ? id : null;
}
