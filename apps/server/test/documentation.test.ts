import type { GuideBlock, GuideRun, GuideView } from '@foyer/contract'
import { rawRequest, serverForTests } from '@foyer/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Documentation,
  readDocumentation,
} from '../src/features/documentation/documentation.ts'
import { readGuide } from '../src/features/documentation/read-guide.ts'
import { searchGuides } from '../src/features/documentation/search-guides.ts'

const server = serverForTests({ jobs: false })
let documentation: Documentation

beforeAll(async () => {
  documentation = await readDocumentation()
})

const runsIn = (block: GuideBlock): readonly GuideRun[] => {
  if (block.kind === 'list') return block.items.flatMap(({ runs }) => runs)
  if (block.kind === 'table') return [...block.head, ...block.rows.flat()].flat()
  return 'runs' in block ? block.runs : []
}
const idsIn = ({ blocks }: GuideView) =>
  new Set(blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : [])))

describe('the guides', () => {
  test('all have a title and say in a line what they are about', () => {
    const links = documentation.list.groups.flatMap(({ guides }) => guides)
    expect(links.length).toBeGreaterThan(30)
    expect(links.filter(({ title, summary }) => !title || summary.length < 20)).toEqual([])
  })

  test('have no link that leads nowhere, in a guide or to one of its headings', () => {
    const dead: string[] = []
    for (const guide of documentation.guides.values()) {
      for (const { href } of guide.blocks.flatMap(runsIn)) {
        if (!href || /^(https?:|mailto:)/.test(href) || href === '/documentation') continue
        const [path = '', id] = href.split('#')
        const target = path === '' ? guide : documentation.guides.get(path.split('/')[2] ?? '')
        if (!target || (id && !idsIn(target).has(id))) dead.push(`${guide.slug}: ${href}`)
      }
    }
    expect(dead).toEqual([])
  })

  test('show their pictures, whose size is known before they are loaded', async () => {
    const pictures = [...documentation.guides.values()].flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'picture' ? [block] : [])),
    )
    expect(pictures.length).toBeGreaterThan(10)
    for (const { src, width, height, alt } of pictures) {
      const { status } = await rawRequest(server.url, { path: src })
      expect([src, status, width > 100, height > 100, alt !== '']).toEqual([
        src,
        200,
        true,
        true,
        true,
      ])
    }
  })

  test('contain no HTML: what a document has is shown as it was typed', () => {
    const { blocks } = readGuide(
      '# A\n\n<script>alert(1)</script>\n\nx <b>y</b> [z](javascript:alert)',
      {
        file: 'docs/a.md',
        addressOf: () => null,
        pictureOf: () => null,
      },
    )
    const texts = blocks.flatMap(runsIn)
    expect(texts.map(({ text }) => text).join('|')).toContain('<script>alert(1)</script>')
    expect(texts.filter(({ href }) => href)).toEqual([])
    const shown = [...documentation.guides.values()].flatMap(({ slug, blocks: all }) =>
      all
        .flatMap(runsIn)
        .filter(({ text, code }) => !code && /<\/?(a|br|p|img|details|b|i)\b/.test(text))
        .map(({ text }) => `${slug}: ${text}`),
    )
    expect(shown).toEqual([])
  })
})

describe('the search', () => {
  const found = (typed: string) =>
    searchGuides(documentation.index, typed).map(({ slug, id }) => (id ? `${slug}#${id}` : slug))

  test.each([
    ['backups', 'operations#backups'],
    ['BACKUP', 'operations#backups'],
    ['bakcups', 'operations#backups'],
    ['backp', 'operations#backups'],
    ['row security', 'operations#the-database-account'],
    ['at the door', 'at-the-door'],
    ['oversold', 'reliability'],
  ])('finds by %s what is meant', (typed, expected) => {
    expect(
      found(typed)
        .slice(0, 8)
        .some((each) => each.startsWith(expected)),
    ).toBe(true)
  })

  test('shows where a word is, and marks it in its sentence', () => {
    const [first] = searchGuides(documentation.index, 'backups')
    expect(first?.heading).toBe('Backups')
    expect(first?.excerpt.some(({ isMatch, text }) => isMatch && /backup/i.test(text))).toBe(true)
  })

  test.each(['', '  ', '—', 'qqqqqqqqqq', '*', `${'a'.repeat(99)}`])(
    'finds nothing by %j',
    (typed) => {
      expect(found(typed)).toEqual([])
    },
  )

  test('answers on the platform alone', async () => {
    await server.build.tenant({ slug: 'roxy' })
    await server.foyer.context.tenants.reload()
    const statuses = await Promise.all(
      [
        '/api/platform/guides',
        '/api/platform/guides/operations',
        '/api/platform/guides/none',
        '/api/platform/guide-search?q=hold',
        '/roxy/api/platform/guides',
        '/roxy/documentation/pictures/storefront.png',
      ].map(async (path) => (await rawRequest(server.url, { path })).status),
    )
    expect(statuses).toEqual([200, 200, 404, 200, 404, 404])
  })
})
