import type { Drawing, Outline } from './outline.ts'

type Point = readonly [x: number, y: number]

interface Edge {
  from: Point
  to: Point
}

const curveSteps = 12

/** Lines per row of pixels. Within a line the coverage is exact. */
const linesPerRow = 8

/**
 * The pixels of a drawing, as RGBA without premultiplied alpha. Done here because the picture library may not read SVG:
 * it would read that of an upload, too (adapters/safe-sharp.ts).
 */
export function pixelsOf({ width, height, ground, shapes }: Drawing): Buffer {
  const pixels = Buffer.alloc(width * height * 4)
  if (ground) pixels.fill(Buffer.from([...channelsOf(ground), 255]))
  for (const { outline, fill } of shapes) paint(pixels, width, height, edgesOf(outline), channelsOf(fill))
  return pixels
}

const channelsOf = (color: string): number[] =>
  [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))

function paint(
  pixels: Buffer,
  width: number,
  height: number,
  edges: readonly Edge[],
  color: readonly number[],
): void {
  const heights = edges.flatMap(({ from, to }) => [from[1], to[1]])
  const top = Math.max(0, Math.floor(heights.reduce((a, b) => Math.min(a, b), height)))
  const bottom = Math.min(height, Math.ceil(heights.reduce((a, b) => Math.max(a, b), 0)))
  // By how much each pixel is covered more than the one before it.
  const changes = new Float64Array(width + 2)
  for (let y = top; y < bottom; y++) {
    changes.fill(0)
    for (let line = 0; line < linesPerRow; line++) coverLine(changes, edges, y + (line + 0.5) / linesPerRow)
    let covered = 0
    for (let x = 0; x < width; x++) {
      covered += changes[x] ?? 0
      if (covered > 1e-6) blend(pixels, (y * width + x) * 4, color, Math.min(1, covered / linesPerRow))
    }
  }
}

/** Covers what is inside on a horizontal line: where the edges wind around a point. */
function coverLine(changes: Float64Array, edges: readonly Edge[], y: number): void {
  const crossings: { x: number; winding: number }[] = []
  for (const { from, to } of edges) {
    const isDown = from[1] <= y && y < to[1]
    if (!isDown && !(to[1] <= y && y < from[1])) continue
    const x = from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0])
    crossings.push({ x, winding: isDown ? 1 : -1 })
  }
  crossings.sort((a, b) => a.x - b.x)
  let [winding, begin] = [0, 0]
  for (const crossing of crossings) {
    if (winding === 0) begin = crossing.x
    winding += crossing.winding
    if (winding === 0) {
      coverFrom(changes, begin, 1)
      coverFrom(changes, crossing.x, -1)
    }
  }
}

/** Covers, or uncovers, everything to the right of a position. */
function coverFrom(changes: Float64Array, position: number, by: 1 | -1): void {
  const inside = Math.min(Math.max(position, 0), changes.length - 2)
  const [pixel, part] = [Math.floor(inside), inside % 1]
  changes[pixel] = (changes[pixel] ?? 0) + by * (1 - part)
  changes[pixel + 1] = (changes[pixel + 1] ?? 0) + by * part
}

/** Puts a color over a pixel. */
function blend(pixels: Buffer, at: number, color: readonly number[], share: number): void {
  const below = ((pixels[at + 3] ?? 0) / 255) * (1 - share)
  const alpha = share + below
  for (let channel = 0; channel < 3; channel++)
    pixels[at + channel] = Math.round(
      ((color[channel] ?? 0) * share + (pixels[at + channel] ?? 0) * below) / alpha,
    )
  pixels[at + 3] = Math.round(alpha * 255)
}

function edgesOf(outline: Outline): Edge[] {
  const edges: Edge[] = []
  let [start, at]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ]
  const lineTo = (to: Point) => {
    edges.push({ from: at, to })
    at = to
  }
  for (const [command, ...numbers] of outline) {
    const points = Array.from(
      { length: numbers.length / 2 },
      (_, i): Point => [numbers[2 * i] ?? 0, numbers[2 * i + 1] ?? 0],
    )
    if (command === 'M') {
      start = points[0] ?? start
      at = start
    } else if (command === 'Z') lineTo(start)
    else {
      const curve = [at, ...points]
      const steps = command === 'L' ? 1 : curveSteps
      for (let step = 1; step <= steps; step++) lineTo(pointOn(curve, step / steps))
    }
  }
  return edges
}

/** De Casteljau's rule: the point of a Bézier curve of any degree. */
function pointOn(points: readonly Point[], t: number): Point {
  const [first = [0, 0] as const, ...others] = points
  if (others.length === 0) return first
  const between = others.map((point, index): Point => {
    const before = points[index] ?? point
    return [before[0] + (point[0] - before[0]) * t, before[1] + (point[1] - before[1]) * t]
  })
  return pointOn(between, t)
}
