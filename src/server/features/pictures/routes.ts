import { account } from '#contract/account.ts'
import { pictures as contract } from '#contract/pictures.ts'
import { type Caller, signedOut } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { BoundedQueue } from '../../bounded-queue.ts'
import type { Deps } from '../../deps.ts'
import type { Serve } from '../../http/serve.ts'
import { checkRate, limitWrite } from '../../limits/rates.ts'
import * as audit from '../../store/audit.ts'
import * as users from '../../store/users.ts'
import { removeShown } from './remove-shown.ts'

/** What an hour of uploads may fill the disk with stays below a gigabyte. */
const mostPerHour = 300

/** Anybody may have an account. */
const mostOwnPerHour = 10

const tooMany = () =>
  new Refusal('overloaded', 'Many pictures are arriving right now. Please try again in a moment.', {
    retryAfter: 5,
  })

/** Pictures take a core and much memory each: the shop goes on selling while they are worked on. */
export function pictureRoutes(serve: Serve, deps: Deps): void {
  const queue = new BoundedQueue({ atOnce: 2, maxWaiting: 8, whenFull: tooMany })
  // Counted before the form is read: what cannot be read costs as much.
  const keep = async ({ userId }: Caller, upload: () => Buffer, most: number): Promise<string> => {
    await checkRate(deps, [{ name: `pictures of ${userId}`, most, withinMs: 3_600_000 }])
    const picture = upload()
    return queue.run(() => deps.pictures.keep(picture))
  }
  serve(contract.upload, async ({ caller, upload }) => {
    const display_url = await keep(caller, upload, mostPerHour)
    await deps.db.write(tx => audit.note(tx, caller, 'picture_kept', { picture: display_url }, deps.now()))
    return { data: { display_url } }
  })
  serve(account.changePicture, async ({ caller, upload }) => {
    const photoURL = await keep(caller, upload, mostOwnPerHour)
    if (await deps.db.write(tx => users.setPicture(tx, caller.userId, photoURL))) return { photoURL }
    // Erased while it was worked on. What stays is swept.
    await removeShown(deps.pictureFiles, photoURL).catch(() => undefined)
    throw signedOut()
  })
  serve(account.removePicture, ({ caller }) =>
    deps.db.write(async tx => {
      const limit = { name: `pictures taken away by ${caller.userId}`, most: 30, withinMs: 3_600_000 }
      await limitWrite(tx, limit, deps.now(), 'changes')
      await users.setPicture(tx, caller.userId, null)
    }),
  )
}
