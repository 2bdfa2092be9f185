import type { MailView } from '@foyer/mails'
import { encode } from 'uqr'
import type { MailFile } from '../../adapters/mailer.ts'
import { pngOf } from '../../png.ts'

/** Scanners want four modules of white around a code; a dark mail has none of its own. */
const QUIET_MODULES = 4
/** Sharp on a phone's display at the size of the template. */
const MODULE_PIXELS = 6

/** The QR codes that a mail shows: pictures that it carries, since few programs show drawings. */
export const codePictures = (view: MailView): MailFile[] =>
  ('order' in view ? (view.order?.visits ?? []) : [])
    .flatMap(({ tickets }) => tickets)
    .flatMap(({ number, code }) =>
      code
        ? {
            name: `ticket-${number}.png`,
            type: 'image/png',
            base64: qrPng(code.text).toString('base64'),
            cid: code.pictureId,
          }
        : [],
    )

/** A QR code in black and white. */
export function qrPng(text: string): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_MODULES })
  const side = size * MODULE_PIXELS
  const rowBytes = Math.ceil(side / 8) + 1
  const rows = new Uint8Array(rowBytes * side).fill(0xff)
  for (let y = 0; y < side; y += 1) {
    rows[y * rowBytes] = 0
    for (let x = 0; x < side; x += 1) {
      if (!data[Math.floor(y / MODULE_PIXELS)]?.[Math.floor(x / MODULE_PIXELS)]) continue
      const at = y * rowBytes + 1 + (x >> 3)
      rows[at] = (rows[at] ?? 0) & ~(0x80 >> (x & 7))
    }
  }
  return pngOf(side, side, 'blackAndWhite', rows)
}
