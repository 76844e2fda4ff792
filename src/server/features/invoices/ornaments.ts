import type { ShopDetails } from '#domain/invoice.ts'
import type { Colors } from '#domain/palette.ts'
import { ink, type Paper, sheet } from './paper.ts'

const stripes = 18

/** The shop's edge along the top of the page. */
export function drawEdge(
  paper: Paper,
  edge: NonNullable<ShopDetails['style']>['edge'],
  colors: Colors,
): void {
  if (edge === 'line') paper.pdf.rect(0, 0, sheet.width, 6).fill(colors['--color-primary'])
  if (edge === 'awning') drawAwning(paper, colors)
}

function drawAwning({ pdf }: Paper, colors: Colors): void {
  const width = sheet.width / stripes
  const drop = 26
  for (let i = 0; i < stripes; i++) {
    const x = i * width
    pdf
      .moveTo(x, 0)
      .lineTo(x + width, 0)
      .lineTo(x + width, drop)
      .bezierCurveTo(x + width, drop + width * 0.66, x, drop + width * 0.66, x, drop)
      .closePath()
      .fill(i % 2 === 0 ? colors['--color-primary'] : colors['--color-base-200'])
  }
}

/** A slightly rotated rubber stamp. */
export function drawStamp({ pdf }: Paper, word: string, { x, y }: { x: number; y: number }): void {
  const [size, padding] = [26, 14]
  pdf.font('serif').fontSize(size)
  const width = pdf.widthOfString(word) + 2 * padding
  const height = size + padding
  pdf.save()
  pdf.rotate(-9, { origin: [x + width / 2, y + height / 2] })
  pdf.opacity(0.85).strokeColor(ink.moss).fillColor(ink.moss)
  pdf.roundedRect(x, y, width, height, 6).lineWidth(2.2).stroke()
  pdf
    .roundedRect(x + 4, y + 4, width - 8, height - 8, 3)
    .lineWidth(0.8)
    .stroke()
  pdf.text(word, x + padding, y + padding / 2 - 2, { lineBreak: false })
  pdf.restore()
}
