import { images as contract } from '#contract/images.ts'
import type { Deps } from '../../deps.ts'
import { checkRate } from '../../http/rates.ts'
import type { Serve } from '../../http/serve.ts'
import { Turns } from './turns.ts'

/** What an hour of uploads may fill the disk with stays below a gigabyte. */
const mostPerHour = 300

/** Pictures take a core and much memory each: the shop goes on selling while they are worked on. */
export function imageRoutes(serve: Serve, deps: Deps): void {
  const turns = new Turns(2, 8)
  serve(contract.upload, async ({ caller, upload }) => {
    await checkRate(deps, [{ name: `pictures of ${caller.userId}`, most: mostPerHour, withinMs: 3_600_000 }])
    return { data: { display_url: await turns.take(() => deps.images.keep(upload)) } }
  })
}
