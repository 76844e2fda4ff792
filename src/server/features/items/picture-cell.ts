/** The further pictures of an item as one cell of a file: addresses have no blanks in them. */
export const pictureCell = (pictures: readonly string[]): string => pictures.join(' ')

export const picturesIn = (cell: string): string[] => cell.split(/\s+/).filter(word => word !== '')
