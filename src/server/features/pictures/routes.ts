import { pictures as contract } from '#contract/pictures.ts'
import { Refusal } from '#domain/refusal.ts'
import { BoundedQueue } from '../../bounded-queue.ts'
import type { Deps } from '../../deps.ts'
import type { Serve } from '../../http/serve.ts'
import { checkRate } from '../../limits/rates.ts'
import * as audit from '../../store/audit.ts'

/** What an hour of uploads may fill the disk with stays below a gigabyte. */
const mostPerHour = 300

const tooMany = () =>
  new Refusal('overloaded', 'Many pictures are arriving right now. Please try again in a moment.', {
    retryAfter: 5,
  })

/** Pictures take a core and much memory each: the shop goes on selling while they are worked on. */
export function pictureRoutes(serve: Serve, deps: Deps): void {
  const queue = new BoundedQueue({ atOnce: 2, maxWaiting: 8, whenFull: tooMany })
  serve(contract.upload, async ({ caller, upload }) => {
    await checkRate(deps, [{ name: `pictures of ${caller.userId}`, most: mostPerHour, withinMs: 3_600_000 }])
    const display_url = await queue.run(() => deps.pictures.keep(upload))
    await deps.db.write(tx => audit.note(tx, caller, 'picture_kept', { picture: display_url }, deps.now()))
    return { data: { display_url } }
  })
}
