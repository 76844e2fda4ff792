import type { PictureFiles } from '../../adapters/picture-host.ts'
import { filesOf, pictureOf } from '../../adapters/picture-names.ts'

/** A picture that was shown at this address, in all of its sizes, if the shop itself keeps it. */
export async function removeShown(files: PictureFiles, address: string | null): Promise<void> {
  if (address?.startsWith('/images/')) await files.remove(filesOf(pictureOf(address)).map(({ name }) => name))
}
