/**
 * Pictures of the shop's content keep their shape. Their address says it, so that pages reserve the space:
 * `<id>-1200x800.webp`, and `<id>-1200x800-480.webp` for a narrower copy.
 */
export interface Size {
  width: number
  height: number
}

/** Neither side of such a picture is longer. */
export const maxFittedSide = 1600

const narrowWidths = [480, 960]

/** The widths in which a picture of this width is stored, the narrowest first. Hardly narrower ones save nothing. */
export const fittedWidths = (width: number): number[] => [
  ...narrowWidths.filter(narrow => narrow <= 0.8 * width),
  width,
]

/** The name of one copy, without the ending. */
export const fittedName = (id: string, { width, height }: Size, copyWidth: number): string =>
  `${id}-${width}x${height}${copyWidth === width ? '' : `-${copyWidth}`}`
