/** Absolute commands of an SVG path, as in `M 6 4`. */
export type Segment = readonly [command: 'M' | 'L' | 'Q' | 'C' | 'Z', ...numbers: number[]]

export type Outline = readonly Segment[]

export interface Shape {
  outline: Outline
  fill: string
  /** On a dark page, where the drawing has no background of its own. */
  darkFill?: string
}

export interface Drawing {
  width: number
  height: number
  /** Without one it is transparent. */
  ground?: string
  shapes: readonly Shape[]
}

interface Placement {
  x: number
  y: number
  scale: number
}

export const placed = (outline: Outline, { x, y, scale }: Placement): Outline =>
  outline.map(
    ([command, ...numbers]): Segment => [
      command,
      ...numbers.map((number, index) => number * scale + (index % 2 === 0 ? x : y)),
    ],
  )

export const placedShapes = (shapes: readonly Shape[], at: Placement): Shape[] =>
  shapes.map(shape => ({ ...shape, outline: placed(shape.outline, at) }))

export function rectangle(x: number, y: number, width: number, height: number, radius = 0): Outline {
  const [right, bottom, r] = [x + width, y + height, radius]
  return [
    ['M', x + r, y],
    ['L', right - r, y],
    ['Q', right, y, right, y + r],
    ['L', right, bottom - r],
    ['Q', right, bottom, right - r, bottom],
    ['L', x + r, bottom],
    ['Q', x, bottom, x, bottom - r],
    ['L', x, y + r],
    ['Q', x, y, x + r, y],
    ['Z'],
  ]
}

const rounded = (number: number): number => Math.round(number * 100) / 100

/** The inside of an svg element. */
export function svgOf({ width, height, shapes }: Drawing, more = ''): string {
  const dark = shapes.flatMap(({ darkFill }, at) => (darkFill ? `.s${at}{fill:${darkFill}}` : []))
  const style = dark.length > 0 ? `<style>@media(prefers-color-scheme:dark){${dark.join('')}}</style>` : ''
  const paths = shapes.map(({ outline, fill, darkFill }, at) => {
    const commands = outline.map(([command, ...numbers]) => command + numbers.map(rounded).join(' '))
    return `<path${darkFill ? ` class="s${at}"` : ''} fill="${fill}" d="${commands.join('')}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${style}${paths.join('')}${more}</svg>\n`
}
