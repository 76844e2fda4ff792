import { pictureFile } from '#contract/pictures.ts'
import type { Caller } from '#domain/access.ts'
import type { PictureFiles } from '../../adapters/picture-host.ts'
import type { Deps } from '../../deps.ts'
import { limitWrite } from '../../limits/rates.ts'
import * as audit from '../../store/audit.ts'
import { personOf, readAll } from '../../store/personal-data.ts'
import * as shopContent from '../../store/shop-content.ts'
import * as users from '../../store/users.ts'

const mostPerHour = 10

/** All data about the caller in one file: the rows, and the pictures that the shop stores. */
export async function exportData(deps: Deps, caller: Caller): Promise<Buffer> {
  const { db, now } = deps
  await db.write(async tx => {
    const limit = { name: `export ${caller.userId}`, most: mostPerHour, withinMs: 3_600_000 }
    await limitWrite(tx, limit, now(), 'exports')
    await audit.note(tx, caller, 'data_exported', {}, now())
  })
  const person = await personOf(db.read, caller.userId)
  const user = await users.find(db.read, caller.userId)
  const everything = {
    shop: (await shopContent.read(db.read)).name,
    takenAt: new Date(now()).toISOString(),
    about: caller.email,
    ...(await readAll(db.read, person)),
    pictures: await picturesOf(deps.pictureFiles, user?.photo_url ?? null),
  }
  return Buffer.from(JSON.stringify(everything, undefined, 2))
}

/** As data URLs, which every browser can show. A picture on another host is exported as its URL only. */
async function picturesOf(files: PictureFiles, address: string | null): Promise<Record<string, string>> {
  const name = address?.split('/').at(-1) ?? ''
  if (!address?.startsWith('/images/') || !pictureFile.test(name)) return {}
  const bytes = await files.read(name)
  return bytes ? { [address]: `data:image/${name.split('.').at(-1)};base64,${bytes.toString('base64')}` } : {}
}
