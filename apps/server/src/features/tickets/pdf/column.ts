import { isRearranged } from '../../../adapters/fonts/visual-runs.ts'
import { widthOf } from './measure.ts'
import { breakLines, setText, type TextStyle } from './typeset.ts'

const MARGIN = 56

/** A drawing in a box of its own units, scaled to a width in points. */
interface Drawing {
  alt: string
  width: number
  box: { width: number; height: number }
  draw: (doc: PDFKit.PDFDocument) => unknown
}

/**
 * Sets texts below each other, tagged below `parent`, and continues on a new page where one is full.
 * `after` is the space below, in points.
 */
export function columnOf(doc: PDFKit.PDFDocument, parent: PDFKit.PDFStructureElement) {
  const width = doc.page.width - MARGIN * 2
  const bottom = doc.page.height - MARGIN
  let y = MARGIN
  const makeRoom = (height: number) => {
    if (y + height <= bottom) return
    doc.addPage()
    y = MARGIN
  }
  const lineHeight = ({ size, leading = 1.3 }: TextStyle) => size * leading
  const tagged = (tag: 'H1' | 'H2' | 'P', text: string, draw: () => void) =>
    parent.add(doc.struct(tag, isRearranged(text) ? { actual: text } : {}, draw))
  return {
    space(height: number) {
      y += height
    },
    text(tag: 'H1' | 'H2' | 'P', text: string, style: TextStyle, after: number) {
      for (const line of breakLines(text, style, { width })) {
        makeRoom(lineHeight(style))
        tagged(tag, line, () => {
          y += setText(doc, line, style, { x: MARGIN, y, width: width * 2 })
        })
      }
      y += after
    },
    /** A name at the left, as many lines as it needs, and its figure at the right of the first. */
    row(label: string, value: string, style: TextStyle, after: number) {
      const valueWidth = widthOf(value, style)
      const lines = breakLines(label, style, { width: width - valueWidth - 24 })
      lines.forEach((line, index) => {
        makeRoom(lineHeight(style))
        const box = { y, width: width * 2 }
        tagged('P', line, () => void setText(doc, line, style, { ...box, x: MARGIN }))
        if (index === 0 && value !== '') {
          const x = MARGIN + width - valueWidth
          tagged('P', value, () => void setText(doc, value, style, { ...box, x }))
        }
        y += lineHeight(style)
      })
      y += after
    },
    /** A thin line across the column. */
    rule(after: number) {
      makeRoom(after)
      // Screen readers skip it as decoration.
      doc.markContent('Artifact', { type: 'Layout' })
      doc.save().lineWidth(0.75)
      doc.moveTo(MARGIN, y).lineTo(MARGIN + width, y)
      doc.stroke('#c8c8c8').restore()
      doc.endMarkedContent()
      y += after
    },
    drawing({ alt, width: drawnWidth, box, draw }: Drawing) {
      const scale = drawnWidth / box.width
      const height = box.height * scale
      makeRoom(height)
      const drawScaled = () => {
        doc.save().translate(MARGIN, y).scale(scale)
        draw(doc)
        doc.restore()
      }
      parent.add(doc.struct('Figure', { alt }, drawScaled))
      y += height
    },
  }
}
