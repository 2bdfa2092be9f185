import { expect, it } from 'vitest'
import { mergeEdits } from './merge-edits.ts'

const base = { name: 'Palm house', city: 'Lisbon', doors: 30, notes: ['One step'] }

it('takes what only the other person changed, and keeps what only this one did', () => {
  const mine = { ...base, name: 'Palm House' }
  const theirs = { ...base, city: 'Porto', notes: [] }
  expect(mergeEdits(base, mine, theirs)).toEqual({
    taken: { city: 'Porto', notes: [] },
    conflicts: [],
  })
})

it('names a field that both changed differently, with both values', () => {
  const merged = mergeEdits(base, { ...base, doors: 45 }, { ...base, doors: 60 })
  expect(merged).toEqual({ taken: {}, conflicts: [{ name: 'doors', theirs: '60', mine: '45' }] })
})

it('puts a value into words where it says nothing by itself', () => {
  const textOf = (name: string, value: unknown) => (name === 'city' ? `city ${value}` : null)
  const mine = { ...base, city: 'Faro', doors: 45 }
  const { conflicts } = mergeEdits(base, mine, { ...base, city: 'Porto', doors: 60 }, textOf)
  expect(conflicts).toEqual([
    { name: 'city', theirs: 'city Porto', mine: 'city Faro' },
    { name: 'doors', theirs: '60', mine: '45' },
  ])
})

it('finds no conflict where both made the same change', () => {
  const same = { ...base, name: 'Palm House' }
  expect(mergeEdits(base, same, same)).toEqual({ taken: {}, conflicts: [] })
})

it('of long texts a conflict names the lines that differ', () => {
  const page = (line: string) => ({ body: ['# Help', 'Write to us.', line, 'Bye.'].join('\n') })
  const { conflicts } = mergeEdits(page('At noon.'), page('At one.'), page('At two.\nOr three.'))
  expect(conflicts).toEqual([{ name: 'body', theirs: 'At two.\nOr three.', mine: 'At one.' }])
})
