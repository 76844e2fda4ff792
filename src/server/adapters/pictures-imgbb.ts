import * as z from 'zod/mini'
import { Refusal } from '#domain/refusal.ts'
import type { ImgbbConfig } from '../settings/providers.ts'
import { pictureFrom } from './decode-picture.ts'
import type { PictureHost } from './picture-host.ts'

const timeoutMs = 20_000

const uploaded = z.object({
  data: z.object({ display_url: z.string().check(z.maxLength(2000), z.regex(/^https?:\/\/[^\s"'<>]+$/)) }),
})

const refused = z.object({ error: z.object({ message: z.string() }) })

/** Stores pictures at imgbb. The key is sent only in the address of the call, as imgbb requires. */
export class ImgbbPictures implements PictureHost {
  readonly #keys: ImgbbConfig

  constructor(keys: ImgbbConfig) {
    this.#keys = keys
  }

  async keep(bytes: Buffer): Promise<string> {
    const picture = await pictureFrom(bytes)
    const answer = await this.#upload(await picture.encoded(960, 'webp'))
    const parsed = uploaded.safeParse(answer)
    if (!parsed.success) throw this.#failure(answer)
    return parsed.data.data.display_url
  }

  async #upload(webp: Buffer): Promise<unknown> {
    const address = new URL(`${this.#keys.url}/1/upload`)
    address.searchParams.set('key', this.#keys.key)
    const body = new FormData()
    body.append('image', new Blob([new Uint8Array(webp)], { type: 'image/webp' }), 'picture.webp')
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetch(address, { method: 'POST', body, signal, redirect: 'error' })
      return await response.json()
    } catch {
      // The error may quote the address with the key, so it is not passed on.
      throw this.#failure(undefined)
    }
  }

  /** Only admins upload, and imgbb's own message helps them with a wrong key or a used-up quota. */
  #failure(answer: unknown): Refusal {
    const failure = refused.safeParse(answer)
    const words = failure.success
      ? failure.data.error.message.replaceAll(this.#keys.key, '…').slice(0, 200)
      : ''
    const detail = 'The picture host did not accept the picture. Please try again in a moment.'
    return new Refusal('provider_failed', words ? `${detail} It says: ${words}` : detail)
  }
}
