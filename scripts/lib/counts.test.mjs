import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { countTests, describeCounts } from './counts.mjs'

const folder = mkdtempSync(join(tmpdir(), 'foyer-counts-'))
const vitestReport = join(folder, 'vitest.json')
const playwrightReport = join(folder, 'playwright.json')

afterAll(() => rmSync(folder, { recursive: true }))

it('counts nothing if no report was written', () => {
  const counts = countTests({ vitestReport, playwrightReport })
  expect(describeCounts(counts)).toBe('0 passed, 0 failed')
})

it('adds up both reports and mentions skipped tests only if there are any', () => {
  writeFileSync(vitestReport, '{"numPassedTests":40,"numFailedTests":1,"numPendingTests":2}')
  const vitestAlone = countTests({ vitestReport, playwrightReport })
  expect(describeCounts(vitestAlone)).toBe('40 passed, 1 failed, 2 skipped')

  writeFileSync(playwrightReport, '{"stats":{"expected":5,"unexpected":1,"flaky":1,"skipped":0}}')
  const both = countTests({ vitestReport, playwrightReport })
  expect(describeCounts(both)).toBe('46 passed, 2 failed, 2 skipped')
})
