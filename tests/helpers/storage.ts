import crypto from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { BucketConfig } from '../../src/server/settings/providers.ts'

type Pass = () => void

/** What becomes of a request; `pass` hands it on. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse, pass: Pass) => void

export const behaviours = {
  pass: (_, __, pass) => pass(),
  /** As where nobody is there any more. */
  cut: request => request.socket.destroy(),
  /** It is done, but nobody hears of it. */
  loseAnswer(_, response, pass) {
    response.writeHead = () => response.destroy() as never
    pass()
  },
  hang: () => undefined,
  fail: (_, response) => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'),
} satisfies Record<string, Behaviour>

/** The server packs its places in long lists with DES, which OpenSSL has given up; thrice with the same key is the same. */
for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
  const original = crypto[name]
  const withDes = (cipher: string, key: Buffer, ...rest: [Buffer]) =>
    cipher === 'des'
      ? original('des-ede3-cbc', Buffer.concat([key, key, key]), ...rest)
      : original(cipher, key, ...rest)
  Object.assign(crypto, { [name]: withDes })
}

/** A server that speaks S3's protocol and is not ours, on this machine, with a bucket called 'shop'. */
export async function openStorage() {
  const directory = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'tuckshop-storage-'))
  const storage = new S3rver({
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'shop', configs: [] }],
  })
  await storage.configureBuckets()
  // The server writes into what is there, and leaves half of it where the sender is gone. Storage that people pay for keeps
  // the old or the new.
  storage.store.putContent = async (path, content) => {
    const whole = Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray())
    await writeFile(`${path}.new`, whole)
    await rename(`${path}.new`, path)
    return [whole.length, crypto.hash('md5', whole)]
  }
  const work = storage.callback()
  const open = {
    behaviour: behaviours.pass as Behaviour,
    /** The next requests, before the behaviour of all others. */
    next: [] as Behaviour[],
    requests: [] as string[],
  }
  const held: (() => Promise<void>)[] = []
  const server = createServer((asking, response) => {
    open.requests.push(`${asking.method} ${asking.url?.split('?')[0]}`)
    const treat = open.next.shift() ?? open.behaviour
    treat(asking, response, () => void work(asking, response))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config: BucketConfig = {
    endpoint,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    pathStyle: true,
    bucket: 'shop',
    prefix: '',
  }
  return Object.assign(open, {
    /** As at the beginning, but for what is in it. */
    reset() {
      Object.assign(open, { behaviour: behaviours.pass, next: [], requests: [] })
    },
    config,
    /** Many at once, as the server itself keeps them: each of them in a call of its own takes a while. */
    async fill(keys: readonly string[], content: string) {
      const sum = crypto.hash('md5', content)
      for (const key of keys) {
        const file = join(directory, config.bucket, `${key}._S3rver_`)
        await mkdir(dirname(file), { recursive: true })
        for (const [ending, text] of Object.entries({
          object: content,
          'object.md5': sum,
          'metadata.json': '{}',
        }))
          await writeFile(file + ending, text)
      }
    },
    /** Nobody hears of the request, and it arrives when it is let through. */
    async delay(asking: IncomingMessage) {
      const body = Buffer.concat(await asking.toArray())
      held.push(() => sendAgain(endpoint, asking, body))
      asking.socket.destroy()
    },
    async deliverDelayed() {
      for (const send of held.splice(0)) await send()
    },
    /** For a shop whose pictures are there. */
    settings: {
      IMAGE_HOST: 's3',
      S3_BUCKET: config.bucket,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: config.accessKeyId,
      S3_SECRET_ACCESS_KEY: config.secretAccessKey,
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await rm(directory, { recursive: true, force: true })
    },
  })
}

function sendAgain(endpoint: string, { url, method, headers }: IncomingMessage, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const again = request(`${endpoint}${url}`, { ...(method && { method }), headers }, answer => {
      // A write that comes late must still be taken, or it shows nothing; what is read late nobody waits for.
      if (method !== 'GET' && !String(answer.statusCode).startsWith('2'))
        reject(new Error(`a late one was answered with ${answer.statusCode}`))
      answer.resume().on('end', resolve)
    })
    again.on('error', reject).end(body)
  })
}

export type Storage = Awaited<ReturnType<typeof openStorage>>
