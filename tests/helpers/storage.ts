import crypto from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { BucketConfig } from '../../src/server/settings/providers.ts'

/** Decides what happens to a request; `pass` lets the storage handle it. */
type Behaviour = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void

export const behaviours = {
  pass: (_, __, pass) => pass(),
  cut: request => request.socket.destroy(),
  /** The storage handles the request, but its response is lost. */
  loseAnswer(_, response, pass) {
    response.writeHead = () => response.destroy() as never
    pass()
  },
  hang: () => undefined,
  fail: (_, response) => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'),
} satisfies Record<string, Behaviour>

/** S3rver encrypts continuation tokens with DES, which OpenSSL no longer has. Triple DES with three equal keys gives the same result. */
for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
  const original = crypto[name]
  const withDes = (cipher: string, key: Buffer, ...rest: [Buffer]) =>
    cipher === 'des'
      ? original('des-ede3-cbc', Buffer.concat([key, key, key]), ...rest)
      : original(cipher, key, ...rest)
  Object.assign(crypto, { [name]: withDes })
}

/** A local S3 server that we did not write, with a bucket called 'shop'. */
export async function openStorage() {
  const directory = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'tuckshop-storage-'))
  const storage = new S3rver({
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'shop', configs: [] }],
  })
  await storage.configureBuckets()
  // S3rver overwrites an object in place and leaves half of it when the client disconnects. Real storage replaces it atomically.
  storage.store.putContent = async (path, content) => {
    const whole = Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray())
    await writeFile(`${path}.new`, whole)
    await rename(`${path}.new`, path)
    return [whole.length, crypto.hash('md5', whole)]
  }
  const work = storage.callback()
  const open = {
    behaviour: behaviours.pass as Behaviour,
    /** The behaviours of the next requests, one each. */
    next: [] as Behaviour[],
    requests: [] as string[],
  }
  const delayed: (() => Promise<void>)[] = []
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
    /** Resets the behaviour, but keeps the objects. */
    reset() {
      Object.assign(open, { behaviour: behaviours.pass, next: [], requests: [] })
    },
    config,
    /** Writes many objects as files, because uploading each of them is slow. */
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
    /** Drops the connection and delivers the request later, in deliverDelayed(). */
    async delay(asking: IncomingMessage) {
      const body = Buffer.concat(await asking.toArray())
      delayed.push(() => sendAgain(endpoint, asking, body))
      asking.socket.destroy()
    },
    async deliverDelayed() {
      for (const send of delayed.splice(0)) await send()
    },
    /** The settings of a shop that stores its pictures here. */
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
      // A late write must succeed, or the test proves nothing. A late read does not matter.
      if (method !== 'GET' && !String(answer.statusCode).startsWith('2'))
        reject(new Error(`a delayed request was answered with ${answer.statusCode}`))
      answer.resume().on('end', resolve)
    })
    again.on('error', reject).end(body)
  })
}

export type Storage = Awaited<ReturnType<typeof openStorage>>
