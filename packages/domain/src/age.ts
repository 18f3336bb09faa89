/** Full years of somebody born on a date, on another; both `YYYY-MM-DD`. */
export function ageOn(birthDate: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  // Whoever was born on 29 February has their birthday on 1 March where there is none.
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}
