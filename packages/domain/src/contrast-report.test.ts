import { expect, test } from 'vitest'
import { contrastReport } from './contrast-report.ts'

test('every hue has the contrast that its report asks for, in both themes', () => {
  for (let hue = 0; hue < 360; hue += 5) {
    for (const { what, wanted, dark, light } of contrastReport({ hue })) {
      expect([hue, what, dark.ratio >= wanted, light.ratio >= wanted]).toEqual([
        hue,
        what,
        true,
        true,
      ])
    }
  }
})
