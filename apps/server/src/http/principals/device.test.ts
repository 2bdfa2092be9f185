import { expect, test } from 'vitest'
import { deviceOf } from './device.ts'

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`,
    'Firefox on Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/138.0 Safari/537.36 Edg/138.0`,
    'Edge on Windows',
  ],
  [`Mozilla/5.0 (Linux; Android 15) ${KIT} Chrome/138.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile Safari/604.1`,
    'Safari on iPhone',
  ],
  ['curl/8.5.0', ''],
  ['Something (Linux)', 'Linux'],
  [undefined, ''],
])('%s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})
