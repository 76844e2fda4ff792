import type { Deps } from '../../deps.ts'

/** An unused name: with permission to read, the bucket answers that it does not exist. */
const noPicture = `${'0'.repeat(32)}-480.avif`

/** Reports at startup whether the bucket for pictures works, and not only when a visitor requests one. */
export async function checkBucket(
  { config, pictureFiles }: Pick<Deps, 'config' | 'pictureFiles'>,
  warn: (sentence: string) => void,
): Promise<void> {
  if (config.pictures.host !== 's3') return
  await pictureFiles.read(noPicture).catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error
    warn(`${message} Until then there are no pictures; the rest of the shop works.`)
  })
}
