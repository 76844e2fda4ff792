/** Does the work for each of them, some at a time, until all are done or `isEnough` says that the rest can wait. */
export async function someAtOnce<T>(
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
