import type { Font } from 'fontkit'

/** PDFKit also accepts a font that is already open, which its published types do not say. */
declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      registerFont(name: string, src: Font): this
    }
  }
}
