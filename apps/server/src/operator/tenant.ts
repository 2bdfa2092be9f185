import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Database } from '@foyer/db'
import {
  changeTenant,
  InvalidTenantChange,
  UnknownTenant,
} from '../features/tenants/editing/change-tenant.ts'
import { findOrganizer, OperatorError, runCommand } from './command.ts'
import { moveByCommand } from './move.ts'
import { readChange } from './read-tenant-arguments.ts'
import { formatTable } from './table.ts'

/**
 * `npm run tenant -- <slug>`: shows an organizer, or makes or changes one. Servers see it within a
 * second. `npm run tenant -- move <slug>` takes it to another cell.
 */

const USAGE = `npm run tenant -- <slug> [--create] [--name text] [--tagline text] [--footer text]
    [--email address] [--hue 0-359] [--currency usd] [--locale en-US]
    [--order-lookup verified|open] [--change-policy file.json | --remove-change-policy]
    [--instagram url] [--facebook url] [--x url]      ('' takes one away)
    [--domain host [--main] | --remove-domain host]
    [--logo file.svg|file.png | --remove-logo]
    [--page slug --title text --body file.md | --page slug --remove-page]
npm run tenant -- move <slug> --to <cell>            (again: finishes a move that was interrupted)
npm run tenant -- move <slug> --undo | --accept-differences`

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        create: flag,
        name: text,
        tagline: text,
        footer: text,
        email: text,
        hue: text,
        currency: text,
        locale: text,
        'order-lookup': text,
        'change-policy': text,
        'remove-change-policy': flag,
        instagram: text,
        facebook: text,
        x: text,
        domain: text,
        main: flag,
        'remove-domain': text,
        logo: text,
        'remove-logo': flag,
        page: text,
        title: text,
        body: text,
        'remove-page': flag,
        to: text,
        undo: flag,
        'accept-differences': flag,
      },
    })
    return { values, positionals }
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

/** The word before the slug of an organizer that moves. */
const MOVE = 'move'

const failure = process.argv[2] === MOVE ? 'The move is not done.' : 'No organizer was changed.'

await runCommand(failure, async (_, env, cells) => {
  const {
    values: { to = null, undo, 'accept-differences': acceptsDifferences, ...values },
    positionals,
  } = readArguments()
  const [slug, ...others] = positionals
  if (slug === MOVE && others.length === 1) {
    const order = { slug: others[0] ?? '', to, isUndo: undo, acceptsDifferences }
    await moveByCommand(env, order)
    return true
  }
  if (!slug || others.length > 0) throw new OperatorError(`Which organizer?\n${USAGE}`)
  const mainHost = env.publicUrl ? new URL(env.publicUrl).hostname : null
  await readChange(slug, values, { readFile, mainHost })
    .then((change) => changeTenant(cells, change))
    .catch(explain)
  await cells.reload()
  await show(findOrganizer(cells, slug, `There is no organizer '${slug}'.`).db, slug)
  return true
})

function explain(error: unknown): never {
  if (error instanceof UnknownTenant)
    throw new OperatorError(`${error.message} --create makes one.`)
  throw error instanceof InvalidTenantChange ? new OperatorError(error.message) : error
}

async function show(db: Database, slug: string): Promise<void> {
  const tenant = await db.registry
    .selectFrom('tenants')
    .selectAll()
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow()
  const { tenant_id, created_at, ...columns } = tenant
  const domains = await db.registry
    .selectFrom('tenant_domains')
    .select(['host', 'is_main'])
    .where('tenant_id', '=', tenant_id)
    .orderBy('host')
    .execute()
  const pages = await db.withTenant(tenant_id, (tx) =>
    tx.selectFrom('tenant_pages').select(['slug', 'title']).orderBy('slug').execute(),
  )
  const rows = [
    ...Object.entries(columns).map(([name, value]) => [
      name,
      shownText(value).replaceAll('\n', ' / '),
    ]),
    ...domains.map(({ host, is_main }) => ['domain', is_main ? `${host} (main)` : host]),
    ...pages.map((page) => [`page ${page.slug}`, page.title]),
  ]
  process.stdout.write(formatTable(rows))
  const summary = { slug, domains: domains.map(({ host }) => host), pages: pages.length }
  process.stdout.write(`${JSON.stringify(summary)}\n`)
}

function shownText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}
