// Started by the benchmark: makes a shop of a given size, so that two of them can be made at the same time.
import { once } from 'node:events'
import { prepare } from './prepare.ts'
import { reply } from './reply.ts'

export type FillTask = Parameters<typeof prepare>

const [task] = (await once(process, 'message')) as [FillTask]
reply(await prepare(...task))
