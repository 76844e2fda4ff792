import type { PictureFiles } from '../../adapters/picture-host.ts'
import { filesOf, pictureOf } from '../../adapters/picture-names.ts'

/** Removes all sizes of the picture at this address, if the shop stores it. */
export async function removePictureAt(files: PictureFiles, address: string | null): Promise<void> {
  if (address?.startsWith('/images/')) await files.remove(filesOf(pictureOf(address)).map(({ name }) => name))
}
