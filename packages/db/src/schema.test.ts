import { readFile } from 'node:fs/promises'
import { createTestDatabase } from '@foyer/testkit'
import { expect, test } from 'vitest'
import { schemaText } from '../scripts/generate-schema.ts'

test('schema.ts equals what the migrations make; if not, run npm run db:types', async () => {
  const database = await createTestDatabase()
  try {
    const written = await readFile(new URL('./schema.ts', import.meta.url), 'utf8')
    expect(await schemaText(database.url)).toBe(written)
  } finally {
    await database.drop()
  }
})
