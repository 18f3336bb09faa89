/**
 * What a rep moved, after the load of its set was corrected: one that was lighter than its set
 * stays lighter by the same part, so that no correction makes anybody stronger than meant.
 */
export function followSetLoad(repHg: number, setHg: number, correctedHg: number): number {
  if (correctedHg === setHg) return repHg;
  return setHg === 0 ? correctedHg : Math.round((repHg * correctedHg) / setHg);
}
