export interface Job {
  name: string
  everyMs: number
  /** The delay of the first run; `everyMs` by default. */
  firstMs?: number
  /** Once stopped, it returns as soon as nothing is half done. */
  run(stopped: AbortSignal): Promise<unknown>
}

/** Each run is this much early or late. */
const spread = 0.1

/**
 * Runs each job repeatedly, never twice in parallel. A failure is reported, and the job runs again on schedule. The
 * jitter keeps processes that started together from using the database and the providers simultaneously forever.
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
