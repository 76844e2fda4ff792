import { Bucket, type BucketTimings } from '../../adapters/bucket.ts'
import { bucketIn, type S3Config } from '../../settings/providers.ts'
import { BucketTarget } from './bucket-target.ts'
import { FolderTarget } from './folder-target.ts'
import type { Target } from './target.ts'

const scheme = 's3://'

export const isBucket = (place: string): boolean => place.startsWith(scheme)

/** A folder, or `s3://bucket/part` with the keys of the settings. */
export function targetAt(
  place: string,
  s3: S3Config | undefined,
  timings: Partial<BucketTimings> = {},
): Target {
  if (!isBucket(place)) return new FolderTarget(place)
  if (!s3) throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not set')
  // The backup has its own retry interval for storage that does not answer.
  const own = { failures: Number.POSITIVE_INFINITY, ...timings }
  return new BucketTarget(new Bucket({ ...s3, ...bucketIn(place.slice(scheme.length)) }, own))
}

/** For a restore: it reads thousands of objects while a person waits, so each is tried several times. */
export const sourceAt = (place: string, s3: S3Config | undefined): Target => targetAt(place, s3, { tries: 6 })
