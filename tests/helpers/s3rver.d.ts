/** As much of the package as tests/helpers/storage.ts uses; it brings no types of its own. */
declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http'
  import type { Readable } from 'node:stream'

  export default class S3rver {
    constructor(options: {
      silent: boolean
      directory: string
      vhostBuckets?: boolean
      configureBuckets: { name: string; configs: [] }[]
    })
    configureBuckets(): Promise<void>
    /** Answers how long it is, and its MD5. */
    store: { putContent(path: string, content: Buffer | Readable): Promise<[number, string]> }
    callback(): RequestListener
  }
}
