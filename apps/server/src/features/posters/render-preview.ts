import sharp from 'sharp'
import { drawPoster, type PosterInput } from './draw-poster.ts'

export { drawPoster, type PosterInput }

/** A poster has a dozen inks; the other colours are for its smooth edges. */
const COLOURS = 128

// It runs beside the threads that answer buyers.
sharp.concurrency(1)

/** Draws a poster as PNG, for programs that show no SVG. */
export const renderPreview = (poster: PosterInput): Promise<Uint8Array> =>
  sharp(Buffer.from(drawPoster(poster)))
    .png({ palette: true, colours: COLOURS, effort: 1, dither: 0 })
    .toBuffer()
