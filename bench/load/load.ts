import { ask } from '../processes.ts'
import type { LoadResult, LoadTask } from './result.ts'
import { hasWrk, runWrk } from './wrk.ts'

/**
 * The load comes from a second process, so that it does not compete for the event loop of what is measured: from wrk
 * where it is installed, which takes a tenth of the CPU time of a load in Node. It cannot stop at a number of answers.
 */
export const load = (task: LoadTask): Promise<LoadResult> =>
  hasWrk && 'seconds' in task.until ? runWrk(task, task.until.seconds) : ask('load/child.ts', task)
