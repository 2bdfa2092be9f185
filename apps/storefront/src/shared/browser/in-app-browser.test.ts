import { expect, it } from 'vitest'
import { appOf } from './in-app-browser.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15'

it.each([
  [`${IPHONE} Mobile/15E148 Instagram 390.0.0.28.85 (iPhone15,3; iOS 18_5; en_US)`, 'Instagram'],
  [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0.38.101;FBBV/757093726]`, 'Facebook'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) [FB_IAB/FB4A;FBAV/520.0.0.44.99;]', 'Facebook'],
  [`${IPHONE} musical_ly_40.1.0 BytedanceWebview/d8a21c6`, 'TikTok'],
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, null],
  [`${IPHONE} CriOS/138.0.7204.119 Mobile/15E148 Safari/604.1`, null],
])('%s is the browser of %s', (userAgent, app) => {
  expect(appOf(userAgent)).toBe(app)
})
