import type { Deps } from '../../deps.ts'

/** Nobody's: whoever may read in the bucket is told that there is none. */
const noPicture = `${'0'.repeat(32)}-480.avif`

/** Tells at the start whether the bucket with the pictures can be used, and not only when somebody wants to see one. */
export async function lookAtBucket(
  { config, pictureFiles }: Pick<Deps, 'config' | 'pictureFiles'>,
  warn: (sentence: string) => void,
): Promise<void> {
  if (config.pictures.host !== 's3') return
  await pictureFiles.read(noPicture).catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error
    warn(`${message} Until then there are no pictures; the rest of the shop goes on.`)
  })
}
