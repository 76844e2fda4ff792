// Started by the benchmark: fills a shop in its own process, so that two shops can be filled at the same time.
import { once } from 'node:events'
import { prepare } from './prepare.ts'
import { reply } from './reply.ts'

export type FillTask = Parameters<typeof prepare>

const [task] = (await once(process, 'message')) as [FillTask]
reply(await prepare(...task))
