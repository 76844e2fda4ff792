import { Bucket } from '../adapters/bucket.ts'
import { bucketIn, type S3Config } from '../providers.ts'
import { BucketTarget } from './bucket-target.ts'
import { FolderTarget } from './folder-target.ts'
import type { Target } from './target.ts'

const scheme = 's3://'

export const isBucket = (place: string): boolean => place.startsWith(scheme)

/** Where a backup is followed to: a folder, or `s3://bucket/part` with the keys of the settings. */
export function targetAt(place: string, s3: S3Config | undefined): Target {
  if (!isBucket(place)) return new FolderTarget(place)
  if (!s3) throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not set')
  // Whoever follows has a pace of its own for what does not answer.
  const paces = { failures: Number.POSITIVE_INFINITY }
  return new BucketTarget(new Bucket({ ...s3, ...bucketIn(place.slice(scheme.length)) }, paces))
}
