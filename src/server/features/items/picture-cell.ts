/** The further pictures of an item in one cell, separated by spaces, which addresses do not contain. */
export const pictureCell = (pictures: readonly string[]): string => pictures.join(' ')

export const picturesIn = (cell: string): string[] => cell.split(/\s+/).filter(word => word !== '')
