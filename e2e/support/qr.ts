import type { Locator } from '@playwright/test'
import decodeQR from 'qr/decode.js'

/** Reads a QR code from the pixels of the screen, as a scanner does. */
export async function readCode(code: Locator): Promise<string> {
  await code.scrollIntoViewIfNeeded()
  const png = (await code.screenshot({ scale: 'device' })).toString('base64')
  // The browser decodes the picture. It is passed as text, because an array is passed number by number.
  const { width, height, pixels } = await code.page().evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    const brush = canvas.getContext('2d')
    if (!brush) throw new Error('no canvas')
    brush.drawImage(picture, 0, 0)
    const { data } = brush.getImageData(0, 0, picture.width, picture.height)
    const letters = Array.from(data, (byte) => String.fromCharCode(byte))
    return { width: picture.width, height: picture.height, pixels: btoa(letters.join('')) }
  }, png)
  return decodeQR({ width, height, data: Buffer.from(pixels, 'base64') })
}
