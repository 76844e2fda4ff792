import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { contentFiles } from '#contract/content-files.ts'
import { mediaFile } from '#contract/pictures.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import { visitorOf } from '../../http/address.ts'
import type { Receive, Serve } from '../../http/serve.ts'
import { withRate } from '../../limits/rates.ts'
import * as audit from '../../store/audit.ts'
import * as shopContent from '../../store/shop-content.ts'
import { captions, type MediaKind, storeMedia, tooLarge, video } from './store-media.ts'

/** An hour of uploads fills less than a gigabyte of disk. */
const mostPerHour = 30

/** Everybody can be the admin of a demo, so there is a limit for all accounts and addresses together. */
const mostUnsaved = 40

/** Videos and captions of the shop's content. They are stored while they arrive: a video is too large for memory. */
export function mediaRoutes(serve: Serve, deps: Deps): void {
  const receive =
    (kind: MediaKind): Receive =>
    async (request, body) => {
      if (Number(request.headers['content-length']) > kind.maxBytes) throw tooLarge(kind)
      return withRate(deps, limitsOf(deps, request), async () => {
        await refuseManyUnsaved(deps)
        return storeMedia(deps.pictureFiles, kind, body).catch(error => {
          throw isCutOff(body) ? cutOff() : error
        })
      })
    }
  for (const [call, kind] of [
    [contentFiles.addVideo, video],
    [contentFiles.addCaptions, captions],
  ] as const)
    serve(
      call,
      async ({ caller, request }) => {
        const url = String(request.body)
        await deps.db.write(tx => audit.note(tx, caller, 'picture_kept', { picture: url }, deps.now()))
        return { url }
      },
      receive(kind),
    )
}

/** Counts files that no version of the content has. The versions are read only where there are many files. */
async function refuseManyUnsaved({ db, pictureFiles }: Deps): Promise<void> {
  const unsaved = new Set((await pictureFiles.list()).filter(file => mediaFile.test(file)))
  if (unsaved.size < mostUnsaved) return
  for await (const content of shopContent.shownSince(db.read, 0))
    for (const address of shopContent.filesIn(content)) unsaved.delete(basename(address))
  if (unsaved.size < mostUnsaved) return
  const detail = `${mostUnsaved} uploaded videos and captions are not used by any saved version of the shop. Save the shop with the ones you need; the others are removed a day after their upload.`
  throw new Refusal('bad_input', detail, { fields: { file: detail } })
}

function limitsOf({ config }: Deps, request: FastifyRequest) {
  const visitor = visitorOf(request, config)
  const withinMs = 3_600_000
  return [
    { name: `media of ${request.session?.caller.userId}`, most: mostPerHour, withinMs },
    { name: `media from ${visitor.address}`, most: 2 * mostPerHour * visitor.times, withinMs },
  ]
}

const isCutOff = (body: Readable): boolean => body.destroyed && !body.readableEnded

const cutOff = () => new Refusal('bad_input', 'The file did not arrive completely. Please try again.')
