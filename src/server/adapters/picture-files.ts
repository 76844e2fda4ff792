import type { PicturesConfig } from '../settings/providers.ts'
import { Bucket } from './bucket.ts'
import type { PictureFiles } from './picture-host.ts'
import { FolderPictures } from './pictures-disk.ts'
import { BucketPictures } from './pictures-s3.ts'

export interface PictureSettings {
  dataDir: string
  pictures?: PicturesConfig
}

/** The storage of the shop's own pictures, as configured. */
export const pictureFilesOf = ({ dataDir, pictures }: PictureSettings): PictureFiles =>
  pictures?.host === 's3' ? new BucketPictures(new Bucket(pictures)) : new FolderPictures(dataDir)
