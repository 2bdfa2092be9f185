/** A box on the page, in points. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

const CORNER = 16
const NOTCH = 10
const INK = '#1a1a1a'
/** The height of the coloured band, in points. */
const BAND = 10

/**
 * Draws the ticket's edge: a card with a notch on both sides where it is torn, a perforation
 * between them, and a band of the organizer's colour along its top. Screen readers skip it as
 * decoration.
 */
export function drawOutline(
  doc: PDFKit.PDFDocument,
  box: Box,
  perforationY: number,
  accent: string,
): void {
  const right = box.x + box.width
  doc.markContent('Artifact', { type: 'Layout' })
  doc.save().path(outline(box, perforationY)).clip()
  doc.rect(box.x, box.y, box.width, BAND).fill(accent).restore()
  doc.lineWidth(0.9).strokeColor(INK).path(outline(box, perforationY)).stroke()
  doc
    .moveTo(box.x + NOTCH * 2, perforationY)
    .lineTo(right - NOTCH * 2, perforationY)
    .dash(1, { space: 5 })
    .lineCap('round')
    .lineWidth(1.6)
    .stroke()
    .undash()
    .lineCap('butt')
  doc.endMarkedContent()
}

function outline({ x, y, width, height }: Box, tear: number): string {
  const [right, bottom] = [x + width, y + height]
  const corner = (toX: number, toY: number) => `A${CORNER} ${CORNER} 0 0 1 ${toX} ${toY}`
  const notch = (toX: number, toY: number) => `A${NOTCH} ${NOTCH} 0 0 0 ${toX} ${toY}`
  return [
    `M${x + CORNER} ${y}H${right - CORNER}${corner(right, y + CORNER)}`,
    `V${tear - NOTCH}${notch(right, tear + NOTCH)}V${bottom - CORNER}`,
    `${corner(right - CORNER, bottom)}H${x + CORNER}${corner(x, bottom - CORNER)}`,
    `V${tear + NOTCH}${notch(x, tear - NOTCH)}V${y + CORNER}${corner(x + CORNER, y)}Z`,
  ].join('')
}
