import { expect, test } from 'vitest'
import { qrPath } from './qr-path.ts'

test('a code is drawn as one path with its dark runs, row by row', () => {
  const rows = ['.##.#', '.....', '#####'].map((row) => [...row].map((cell) => cell === '#'))
  expect(qrPath(rows)).toBe('M1 0h2v1H1zM4 0h1v1H4zM0 2h5v1H0z')
  expect(qrPath([])).toBe('')
})
