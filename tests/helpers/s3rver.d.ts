/** The part of the package that tests/helpers/storage.ts uses. The package has no types. */
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
    /** Returns the size and the MD5. */
    store: { putContent(path: string, content: Buffer | Readable): Promise<[number, string]> }
    callback(): RequestListener
  }
}
