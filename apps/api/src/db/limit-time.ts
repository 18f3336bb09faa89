/** Rejects with the given error when the work takes longer than `longestMs`. The work goes on. */
export async function limitTime<T>(
  work: Promise<T>,
  longestMs: number,
  tooLate: Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(reject, longestMs, tooLate);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
