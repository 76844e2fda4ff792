export interface Job {
  name: string
  everyMs: number
  /** How long after the start it runs for the first time; `everyMs` unless given. */
  firstMs?: number
  /** Once it is stopped, it ends as soon as nothing is half done. */
  run(stopped: AbortSignal): Promise<unknown>
}

/** So much sooner or later than planned. */
const spread = 0.1

/**
 * Runs each job again and again, never twice at once; one that fails is reported and tried again in its turn. Never to the
 * millisecond: processes that were started together would otherwise come to the database and the providers together, for
 * ever.
 */
export function startJobs(
  jobs: readonly Job[],
  onError: (name: string, error: unknown) => void,
  random: () => number = Math.random,
): () => Promise<void> {
  const stopped = new AbortController()
  const timers = new Map<Job, NodeJS.Timeout>()
  const running = new Set<Promise<void>>()

  const plan = (job: Job, ms = job.everyMs): void => {
    if (!stopped.signal.aborted)
      timers.set(
        job,
        setTimeout(() => start(job), ms * (1 + spread * (2 * random() - 1))),
      )
  }
  const start = (job: Job): void => {
    const run = job
      .run(stopped.signal)
      .then(
        () => undefined,
        error => onError(job.name, error),
      )
      .finally(() => {
        running.delete(run)
        plan(job)
      })
    running.add(run)
  }

  for (const job of jobs) plan(job, job.firstMs)
  return async () => {
    stopped.abort()
    for (const timer of timers.values()) clearTimeout(timer)
    await Promise.all(running)
  }
}
