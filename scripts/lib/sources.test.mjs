import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hashSources } from './sources.mjs'

let base
const write = (path, text) => writeFileSync(join(base, path), text)
const hash = () => hashSources(base, ['app', 'lock.json', 'missing.json'])

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'foyer-sources-'))
  for (const folder of ['app', 'app/dist', 'app/node_modules']) mkdirSync(join(base, folder))
  write('app/page.ts', 'one')
  write('lock.json', '{}')
})

afterEach(() => rmSync(base, { recursive: true }))

it('stays the same while only tests, results and packages change', () => {
  const before = hash()
  write('app/page.test.ts', 'test')
  write('app/dist/page.js', 'built')
  write('app/node_modules/library.js', 'installed')
  expect(hash()).toBe(before)
})

it.each([
  ['a changed file', () => write('app/page.ts', 'two')],
  ['a new file', () => write('app/other.ts', '')],
  ['a renamed file', () => renameSync(join(base, 'app/page.ts'), join(base, 'app/start.ts'))],
  ['a removed file', () => rmSync(join(base, 'app/page.ts'))],
  ['a changed file beside the folders', () => write('lock.json', '{ }')],
])('changes with %s', (_, change) => {
  const before = hash()
  change()
  expect(hash()).not.toBe(before)
})
