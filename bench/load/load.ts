import { ask } from '../processes.ts'
import type { LoadResult, LoadTask } from './result.ts'
import { hasWrk, runWrk } from './wrk.ts'

/**
 * Generates load in another process. wrk, if installed, needs a tenth of the CPU time of a client in Node, but it cannot stop
 * after a number of answers.
 */
export const load = (task: LoadTask): Promise<LoadResult> =>
  hasWrk && 'seconds' in task.until ? runWrk(task, task.until.seconds) : ask('load/child.ts', task)
