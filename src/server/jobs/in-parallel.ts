/** Does the work for each entry, several in parallel, until all are done or `isEnough` says to stop. */
export async function doInParallel<T>(
  all: readonly T[],
  most: number,
  work: (one: T) => Promise<void>,
  isEnough: () => boolean = () => false,
): Promise<void> {
  const waiting = [...all]
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined && !isEnough(); one = waiting.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: most }, worker))
}
