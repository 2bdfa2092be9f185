/**
 * Measures both fonts against Arial (or the metric-compatible Liberation Sans) in Chromium and
 * prints the `@font-face` overrides of `src/styles/fonts.css`. Run it after a font update.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium } from '@playwright/test'

const faces = [
  {
    name: 'Bricolage',
    file: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
    weight: 700,
    sizePx: 32,
  },
  {
    name: 'Instrument',
    file: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    weight: 400,
    sizePx: 17,
  },
]
const sample =
  'Saturday, December 5 The Marigold Sessions from $34.98 incl. fees, doors open an hour before ' +
  'the first note. Select Tickets General Admission Freilichttheater Portland Payment Review Order'

const require = createRequire(import.meta.url)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
const tab = await browser.newPage()
for (const { name, file, weight, sizePx } of faces) {
  const data = readFileSync(require.resolve(file)).toString('base64')
  const measured = await tab.evaluate(
    async ({ family, source, weight, size, text }) => {
      const face = new FontFace(family, `url(data:font/woff2;base64,${source})`, {
        weight: '100 900',
      })
      document.fonts.add(await face.load())
      const context = document.createElement('canvas').getContext('2d')
      if (!context) throw new Error('no canvas')
      const measure = (faceName: string, px: number) => {
        context.font = `${weight} ${px}px ${faceName}`
        return context.measureText(text)
      }
      // Widths at the size in use, because of the optical size axis; heights at a large size, since
      // they are rounded to whole pixels.
      const width = (faceName: string) => measure(faceName, size).width
      const large = measure(family, 1000)
      return {
        sizeAdjust: width(family) / width('Arial, "Liberation Sans"'),
        ascent: large.fontBoundingBoxAscent / 1000,
        descent: large.fontBoundingBoxDescent / 1000,
      }
    },
    { family: name, source: data, weight, size: sizePx, text: sample },
  )
  const percent = (share: number) => `${(share * 100).toFixed(2)}%`
  console.log(name, {
    'size-adjust': percent(measured.sizeAdjust),
    'ascent-override': percent(measured.ascent / measured.sizeAdjust),
    'descent-override': percent(measured.descent / measured.sizeAdjust),
  })
}
await browser.close()
