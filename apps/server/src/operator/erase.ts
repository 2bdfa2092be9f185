import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { isEmail } from '@foyer/domain'
import { removeLocalMails } from '../adapters/local-mailer.ts'
import type { StoredMessage } from '../adapters/mailer.ts'
import { eraseBuyer } from '../privacy/erase-buyer.ts'
import { type Buyer, findBuyer } from '../privacy/find-buyer.ts'
import { findTraces, type Trace } from '../privacy/find-traces.ts'
import { findOrganizer, OperatorError, runCommand } from './command.ts'
import { formatTable } from './table.ts'

/**
 * `npm run erase -- --tenant <slug> --email <address>`: erases one buyer from an organizer's data
 * after a confirmation, and then checks whether anything is left. With `--check` it only checks.
 */

const USAGE = `npm run erase -- --tenant <slug> --email <address> [--yes] [--even-open]
npm run erase -- --tenant <slug> --email <address> --check [--name "First Last"] [--phone text]`

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        tenant: text,
        email: text,
        name: text,
        phone: text,
        yes: flag,
        'even-open': flag,
        check: flag,
      },
    })
    const email = (values.email ?? '').trim().toLowerCase()
    if (!isEmail(email)) throw new Error('Which e-mail address?')
    if (!values.tenant) throw new Error('Of which organizer?')
    return { ...values, tenant: values.tenant, email }
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

await runCommand('Nobody was erased.', async (_, env, cells) => {
  const wanted = readArguments()
  const unknown = `There is no organizer '${wanted.tenant}'.`
  const { tenant, db } = findOrganizer(cells, wanted.tenant, unknown)
  if (wanted.check) {
    const { email, name, phone } = wanted
    return report(
      await findTraces(db, tenant.id, {
        email,
        names: name ? [name] : [],
        phones: phone ? [phone] : [],
      }),
    )
  }
  const buyer = await db.longWork.withTenant(tenant.id, (tx) => findBuyer(tx, wanted.email))
  say(planOf(buyer))
  if (buyer.open.length > 0 && !wanted['even-open']) {
    say('\nNothing was erased: wait until that is over, or repeat it with --even-open.')
    return false
  }
  if (!wanted.yes && !(await isConfirmed(wanted.email))) {
    say('\nNothing was erased. --yes erases without this question.')
    return false
  }
  await eraseBuyer(db, cells, tenant.id, buyer)
  await removeLocalMails(env.dataDir, (mail) => isOf(buyer, mail))
  say('\nErased.')
  say(providerNote(buyer))
  return report(await findTraces(db, tenant.id, buyer))
})

function planOf({ orders, mailCount, contactCartIds, open }: Buyer): string {
  const rows = orders.map(({ number, eventName, total }) => ['  order', number, eventName, total])
  return [
    `${orders.length} orders lose their name, e-mail, telephone, addresses and browser; amounts, tickets and dates stay:`,
    formatTable(rows).trimEnd() || '  none',
    `${mailCount} mails and ${contactCartIds.length} contacts of carts are deleted. Links and look-ups open none of these orders any more.`,
    ...(open.length > 0 ? ['It is early:', ...open.map((reason) => `  ${reason}`)] : []),
  ].join('\n')
}

/** Asks the person at the keyboard; without a terminal the answer is no. */
async function isConfirmed(email: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = await prompt.question(`\nThis can't be undone. Type ${email} to erase: `)
    return answer.trim().toLowerCase() === email
  } finally {
    prompt.close()
  }
}

/**
 * Whether a mail that a server without a mail server stored as a file is to the buyer or about the
 * buyer.
 */
function isOf({ email, orders }: Buyer, { to, text: words }: StoredMessage): boolean {
  return to.toLowerCase() === email || orders.some(({ id }) => words.includes(id))
}

function providerNote({ intentIds }: Buyer): string {
  const backups = 'Backups of the database keep what they hold until they are overwritten.'
  if (intentIds.length === 0)
    return `The payment provider knows no payment of this buyer. ${backups}`
  return [
    'The payment provider still keeps what was typed there (name, e-mail, telephone, billing address, card) with these payments. Ask it for their deletion as far as its own duties allow:',
    ...intentIds.map((id) => `  ${id}`),
    `Your mail server may keep copies and logs of its own. ${backups}`,
  ].join('\n')
}

/** Prints what was found. Returns true if none of it must be erased. */
function report(traces: readonly Trace[]): boolean {
  const left = traces.filter((trace) => trace.isLeft)
  if (left.length === 0) say('Nothing is left of this buyer in the database.')
  else say('Still in the database:')
  for (const [title, some] of [
    ['', left],
    [
      'Words of the organizer, or orders of another address, with the same name:',
      traces.filter((trace) => !trace.isLeft),
    ],
  ] as const) {
    if (some.length === 0) continue
    if (title) say(title)
    say(
      formatTable(
        some.map(({ table, column, what, rows }) => [
          '',
          `${table}.${column}`,
          what,
          `${rows} rows`,
        ]),
      ).trimEnd(),
    )
  }
  say(JSON.stringify({ left: left.length, found: traces.length }))
  return left.length === 0
}
