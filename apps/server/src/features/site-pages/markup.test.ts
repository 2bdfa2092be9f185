import { SITE_PAGE_SLUGS } from '@foyer/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultPage } from './defaults/index.ts'
import { readMarkup, summaryOf } from './markup.ts'

describe('the parser of page texts', () => {
  test('makes headings, paragraphs and lists', () => {
    expect(readMarkup('# One\n\nFirst\nline.\n\n### Two\n\n- a\n- b\n\n3. c')).toEqual([
      { kind: 'heading', level: 2, id: 'one', text: 'One' },
      { kind: 'paragraph', spans: [{ text: 'First line.' }] },
      { kind: 'heading', level: 3, id: 'two', text: 'Two' },
      { kind: 'list', isOrdered: false, items: [[{ text: 'a' }], [{ text: 'b' }]] },
      { kind: 'list', isOrdered: true, items: [[{ text: 'c' }]] },
    ])
  })

  test('flattens nested markup', () => {
    expect(readMarkup('a **b *c* [d](https://x.example/)**')).toEqual([
      {
        kind: 'paragraph',
        spans: [
          { text: 'a ' },
          { text: 'b ', strong: true },
          { text: 'c', strong: true, em: true },
          { text: ' ', strong: true },
          { text: 'd', strong: true, href: 'https://x.example/' },
        ],
      },
    ])
    expect(readMarkup('- a\n  - b')).toEqual([
      { kind: 'list', isOrdered: false, items: [[{ text: 'a' }], [{ text: 'b' }]] },
    ])
  })

  test('gives headings with the same text different ids', () => {
    const ids = readMarkup('## Tickets\n\n## Tickets\n\n## Größe & Preis\n\n## !').map((block) =>
      block.kind === 'heading' ? block.id : '',
    )
    expect(new Set(ids).size).toBe(4)
    expect(ids.slice(0, 2)).toEqual(['tickets', 'tickets-2'])
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example/',
    '/\\\\evil.example/',
    'http://[',
    'file:///etc/passwd',
  ])('makes no link to %s', (href) => {
    const blocks = readMarkup(`[press](${href})`)
    expect(JSON.stringify(blocks)).not.toContain('"href"')
    expect(JSON.stringify(blocks)).toContain('press')
  })

  test.each([
    'https://a.example/b',
    'http://a.example',
    'mailto:a@b.example',
    'tel:+1555',
    '/pages/help',
  ])('makes a link to %s', (href) => {
    expect(readMarkup(`[press](${href})`)).toEqual([
      { kind: 'paragraph', spans: [{ text: 'press', href }] },
    ])
  })

  test('shows HTML as it was typed, since it is never used as markup', () => {
    const text = '<img src=x onerror=alert(1)>'
    const [block] = readMarkup(text)
    expect(block).toEqual({ kind: 'paragraph', spans: [{ text }] })
  })

  test('reads any text without an error, and makes only safe links', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '[',
        '](',
        ')',
        '*',
        '**',
        '\n',
        '- ',
        '1. ',
        '#',
        '>',
        '|',
        '`',
        '<',
        'javascript:',
      ),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        for (const block of readMarkup(parts.join(''))) {
          const runs =
            block.kind === 'heading' ? [] : block.kind === 'list' ? block.items.flat() : block.spans
          for (const { href } of runs) {
            if (href !== undefined) expect(href).toMatch(/^(https?:\/\/|mailto:|tel:|\/(?![/\\]))/i)
          }
        }
      }),
    )
  })
})

test('a summary is the first paragraph, cut between words', () => {
  const blocks = readMarkup(`## Head\n\n${'word '.repeat(100)}`)
  expect(summaryOf(blocks).length).toBeLessThanOrEqual(160)
  expect(summaryOf(blocks)).toMatch(/word…$/)
  expect(summaryOf([])).toBe('')
})

describe.each(SITE_PAGE_SLUGS)('the default text of %s', (slug) => {
  const facts = { name: 'The *Roxy* [x](y)', tagline: '', supportEmail: 'box@roxy.example' }
  const text = JSON.stringify(readMarkup(defaultPage(slug, facts).body))

  test('names the organizer, and how to reach it', () => {
    expect(text).toContain('The *Roxy* [x](y)')
    expect(text).toContain('"href":"mailto:box@roxy.example"')
  })

  test('has no placeholder left', () => {
    expect(text).not.toMatch(/undefined|null|NaN|\$\{|lorem/i)
  })
})
