import { readFileSync } from 'node:fs'

const manifest = new URL('../../package.json', import.meta.url)

/** The version of this shop; the version of a pack ends with its commit. */
export const { version: shopVersion } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
