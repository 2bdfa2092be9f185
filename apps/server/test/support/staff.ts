import type { Role, SignInFactor } from '@foyer/domain'
import type { TestBrowser, TestServer } from '@foyer/testkit'
import { newId, newSecret } from '../../src/adapters/ids.ts'
import { sendStaffMails } from '../../src/features/staff/outbox.ts'

/** People of the back office, for tests: signed up and in through the calls that a browser makes. */

export const PASSWORD = 'four words in a row'
const STAFF = '/api/platform/staff'

let people = 0

/** An address that nobody has yet. */
export function newEmail(name = 'person'): string {
  people += 1
  return `${name}${people}@example.com`
}

type Mailing = Pick<TestServer, 'foyer'>

/** Sends the due mails to staff, and returns those to an address, the newest first. */
export async function staffMailsTo(server: Mailing, email: string) {
  const { context } = server.foyer
  while ((await sendStaffMails(context)) > 0);
  const mails = (await context.mailer.mailbox?.list()) ?? []
  return mails.filter(({ to }) => to === email)
}

/** The token of the newest link that was mailed to an address; '' without one. */
export async function linkTo(server: Mailing, email: string): Promise<string> {
  const [newest] = await staffMailsTo(server, email)
  return /\/admin\/[a-z-]+#([\w-]{43})/.exec(newest?.text ?? '')?.[1] ?? ''
}

export interface TestPerson {
  browser: TestBrowser
  email: string
  name: string
  id: string
}

/** A person with an account, who is signed in and works for nobody yet. */
export async function signedUp(server: TestServer, email = newEmail()): Promise<TestPerson> {
  const browser = server.browser()
  const name = 'Ada Lovelace'
  await browser.send('POST', `${STAFF}/sign-up`, { name, email })
  const token = await linkTo(server, email)
  const body = { token, name, password: PASSWORD }
  const answer = await browser.send('POST', `${STAFF}/sign-up/complete`, body)
  if (answer.status !== 201) throw new Error(`Not signed up: ${JSON.stringify(answer.body)}`)
  return { browser, email, name, id: answer.body.me.id }
}

/** Signs in with the password; the answer may ask for a second factor. */
export const signIn = (browser: TestBrowser, email: string, password = PASSWORD) =>
  browser.send('POST', `${STAFF}/sign-in`, { email, password })

/** Makes a person a member without an invitation. */
export const addMember = (
  server: Pick<TestServer, 'sql'>,
  { id }: { id: string },
  role: Role,
  tenantId = 1,
) =>
  server.sql(
    `insert into staff_members (tenant_id, person_id, role) values ($1, $2, $3)
     on conflict (tenant_id, person_id) do update set role = excluded.role`,
    [tenantId, id, role],
  )

/** A person who is signed in and works for a tenant, by default the main one. */
export async function member(server: TestServer, role: Role, tenantId = 1): Promise<TestPerson> {
  const person = await insertedPerson(server)
  await addMember(server, person, role, tenantId)
  return person
}

/** Makes the last sign-in of all sessions of a person so many minutes older. */
export const ageSignIn = (server: Pick<TestServer, 'sql'>, personId: string, minutes: number) =>
  server.sql(
    `update staff_sessions set signed_in_at = signed_in_at - make_interval(mins => $2)
     where person_id = $1`,
    [personId, minutes],
  )

/** A text that is in no column of any table: nothing of it can be read from a stolen database. */
export async function columnsWith(
  server: Pick<TestServer, 'sql'>,
  text: string,
): Promise<string[]> {
  const columns = await server.sql<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { table, column } of columns) {
    const rows = await server.sql(
      `select 1 from ${table} where position($1 in ${column}::text) > 0 limit 1`,
      [text],
    )
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

/**
 * A person with a session, stored without the calls of a sign-up, for tests that need many. Their
 * password is none.
 */
export async function insertedPerson(server: TestServer, email = newEmail()): Promise<TestPerson> {
  const { secrets } = server.foyer.context
  const browser = server.browser()
  const token = newSecret()
  const id = newId()
  const name = `Person ${people}`
  await server.sql(
    `with person as (
       insert into staff_people (id, email, name, password_hash) values ($1, $2, $3, ''))
     insert into staff_sessions
       (digest, id, person_id, state, factor, signed_in_at, seen_at, ends_at, device, network)
     values ($4, $1, $1, 'open', 'password', now(), now(), now() + interval '1 day', '', '')`,
    [id, email, name, secrets.staffDigest('session', token)],
  )
  browser.setCookie('foyer_staff', token)
  return { browser, email, name, id }
}

/** An operator of the platform, who works for no organizer. */
export async function operatorOf(
  server: TestServer,
  factor: SignInFactor = 'totp',
): Promise<TestPerson> {
  const person = await insertedPerson(server)
  await server.sql('insert into platform_operators (person_id) values ($1)', [person.id])
  await server.sql('update staff_sessions set factor = $2 where person_id = $1', [
    person.id,
    factor,
  ])
  return person
}
