// Started by the benchmark: checks one password repeatedly, two at once like the shop.
import { argon2 } from 'node:crypto'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { reply } from '../reply.ts'

export interface HashTask {
  password: string
  /** The shop's hash as a PHC string, which contains the parameters. */
  stored: string
  seconds: number
}

const derive = promisify(argon2)
const [{ password, stored, seconds }] = (await once(process, 'message')) as [HashTask]
const [, memory, passes, parallelism, nonce = ''] = /m=(\d+),t=(\d+),p=(\d+)\$([^$]+)/.exec(stored) ?? []
const parameters = {
  message: password,
  nonce: Buffer.from(nonce, 'base64'),
  tagLength: 32,
  memory: Number(memory),
  passes: Number(passes),
  parallelism: Number(parallelism),
}

let done = 0
const start = performance.now()
const worker = async () => {
  for (; performance.now() - start < seconds * 1000; done++) await derive('argon2id', parameters)
}
await Promise.all([worker(), worker()])
reply(done / ((performance.now() - start) / 1000))
