import { account } from '#contract/account.ts'
import { contentFiles } from '#contract/content-files.ts'
import { pictures as contract } from '#contract/pictures.ts'
import { signedOut } from '#domain/access.ts'
import type { PictureHost } from '../../adapters/picture-host.ts'
import type { Deps } from '../../deps.ts'
import { visitorOf } from '../../http/address.ts'
import type { Call, Serve } from '../../http/serve.ts'
import { limitWrite, withRate } from '../../limits/rates.ts'
import { queues } from '../../queues/queues.ts'
import { SharedQueue } from '../../queues/shared-queue.ts'
import * as audit from '../../store/audit.ts'
import * as users from '../../store/users.ts'
import { removePictureAt } from './remove-picture.ts'

const hour = 3_600_000

/** An hour of uploads fills less than a gigabyte of disk. */
const mostPerHour = 300

/** Anyone can have an account, so this is lower. */
const mostOwnPerHour = 10

/** For all accounts at one address together. */
const mostFromAddress = 600

type PictureCall = Pick<
  Call<typeof contract.upload | typeof contentFiles.addPicture | typeof account.changePicture>,
  'caller' | 'upload' | 'request'
>

/** Each picture takes a core and much memory, so few are processed in parallel while the shop keeps selling. */
export function pictureRoutes(serve: Serve, deps: Deps): void {
  const queue = new SharedQueue(queues.pictures)
  // Counted before the form is read: an unreadable one costs as much.
  const keep = (
    host: PictureHost,
    { caller, upload, request }: PictureCall,
    most: number,
  ): Promise<string> => {
    const visitor = visitorOf(request, deps.config)
    const asker = { ...visitor, account: caller.userId, isAdmin: caller.admin }
    const limits = [
      { name: `pictures of ${caller.userId}`, most, withinMs: hour },
      { name: `pictures from ${visitor.address}`, most: mostFromAddress * visitor.times, withinMs: hour },
    ]
    return withRate(deps, limits, () => {
      const picture = upload()
      return queue.run(asker, () => host.keep(picture))
    })
  }
  const keepForAdmin = (host: () => PictureHost) => async (call: PictureCall) => {
    const display_url = await keep(host(), call, mostPerHour)
    await deps.db.write(tx =>
      audit.note(tx, call.caller, 'picture_kept', { picture: display_url }, deps.now()),
    )
    return { data: { display_url } }
  }
  serve(
    contract.upload,
    keepForAdmin(() => deps.pictures),
  )
  serve(
    contentFiles.addPicture,
    keepForAdmin(() => deps.contentPictures),
  )
  serve(account.changePicture, async call => {
    const { caller } = call
    const photoURL = await keep(deps.portraits, call, mostOwnPerHour)
    if (await deps.db.write(tx => users.setPicture(tx, caller.userId, photoURL))) return { photoURL }
    // The account was erased in the meantime. The cleanup job deletes the rest.
    await removePictureAt(deps.pictureFiles, photoURL).catch(() => undefined)
    throw signedOut()
  })
  serve(account.removePicture, ({ caller }) =>
    deps.db.write(async tx => {
      const limit = { name: `pictures taken away by ${caller.userId}`, most: 30, withinMs: hour }
      await limitWrite(tx, limit, deps.now(), 'changes')
      await users.setPicture(tx, caller.userId, null)
    }),
  )
}
