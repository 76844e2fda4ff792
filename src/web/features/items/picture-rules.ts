import { maxPictureBytes, pictureFormats, pictureSize } from '#contract/pictures.ts'

export const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

const megabyte = 1024 * 1024

/** Why this file cannot be an item's picture. It saves a pointless upload; the server checks the content itself. */
export function pictureRefusal(file: File): string | undefined {
  if (!pictureTypes.includes(file.type)) return `Choose a ${pictureFormats} picture.`
  if (file.size === 0) return 'This file is empty. Choose another picture.'
  if (file.size > maxPictureBytes) {
    const size = (file.size / megabyte).toFixed(1)
    return `This picture is ${size} MB. Choose one of ${pictureSize}.`
  }
  return undefined
}
