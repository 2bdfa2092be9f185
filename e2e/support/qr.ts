import type { Locator } from '@playwright/test'
import decodeQR from 'qr/decode.js'

/** Reads a QR code off the screen, from the very pixels a scanner would see. */
export async function readCode(code: Locator): Promise<string> {
  await code.scrollIntoViewIfNeeded()
  const png = (await code.screenshot({ scale: 'css' })).toString('base64')
  // The browser at hand unpacks the picture. As text: an array is handed over one number at a time.
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
