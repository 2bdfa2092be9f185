import { type Endpoint, staffApi } from '@foyer/contract'
import { may, RECENT_SIGN_IN_MINUTES, ROLE_TEXTS, ROLES, type Role } from '@foyer/domain'
import { rawRequest, serverForTests } from '@foyer/testkit'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/adapters/ids.ts'
import { membershipsOf } from '../src/engine/staff/memberships.ts'
import { addressOf } from './support/foreign-calls.ts'
import {
  ageSignIn,
  insertedPerson,
  member,
  newEmail,
  operatorOf,
  type TestPerson,
} from './support/staff.ts'
import { staffCalls } from './support/staff-calls.ts'
import { watchWrites } from './support/writes.ts'

/**
 * Who may make each call of the back office, generated from the contract: every call with every role,
 * with a person who works for another organizer, and with nobody. What is expected follows from the
 * access that the contract declares, and the table of permissions.
 */

const server = serverForTests({ jobs: false, isOneAddressMany: true })
const calls = Object.entries<Endpoint>(staffApi)

const CALLERS = [
  'nobody',
  'no member',
  'operator',
  'operator by password',
  ...[...ROLES].reverse(),
] as const
type Caller = (typeof CALLERS)[number]

/** What the access layer refuses with; all other answers come from the call itself. */
const ACCESS_CODES: readonly string[] = [
  'not_signed_in',
  'not_permitted',
  'second_factor_needed',
  'unknown_tenant',
  'sign_in_again',
  'wrong_origin',
  'not_found',
]

/** A sign-in that was not begun has no second factor: the call itself says so, to everybody. */
const isOwnRefusal = ({ access }: Endpoint, code: unknown): boolean =>
  access.kind === 'guest' && code === 'not_signed_in'

/** The refusal that a caller gets; null if the call is made. */
function expectedOf({ access }: Endpoint, caller: Caller): string | null {
  if (access.kind === 'guest') return null
  if (caller === 'nobody') return 'not_signed_in'
  if (access.kind === 'person') return null
  if (access.kind === 'operator') {
    if (caller === 'operator') return null
    return caller === 'operator by password' ? 'second_factor_needed' : 'not_permitted'
  }
  if (access.kind !== 'staff') throw new Error(`No rule for access of the kind ${access.kind}`)
  if (caller === 'no member' || caller === 'operator' || caller === 'operator by password') {
    return 'unknown_tenant'
  }
  return may(caller, access.permission) ? null : 'not_permitted'
}

let otherTenant: number
beforeAll(async () => {
  otherTenant = (await server.build.tenant({ slug: 'harbor' })).tenantId
  await server.foyer.context.tenants.reload()
})

/** A new person of this kind; 'no member' owns another organizer. */
async function callerOf(caller: Caller): Promise<TestPerson | null> {
  if (caller === 'nobody') return null
  if (caller === 'no member') return member(server, 'owner', otherTenant)
  if (caller === 'operator') return operatorOf(server)
  if (caller === 'operator by password') return operatorOf(server, 'password')
  return member(server, caller)
}

/** A member and an invitation, that the call may be about. */
async function worldOf(person: TestPerson | null) {
  const other = await member(server, 'gate')
  const invitationId = newId()
  await server.sql(
    `insert into staff_invitations (tenant_id, id, email, role, ends_at)
     values (1, $1, $2, 'gate', now() + interval '1 day')`,
    [invitationId, newEmail()],
  )
  return { otherId: other.id, invitationId, sessionId: person?.id ?? newId() }
}

/** Somebody who calls, and the calls about what is there. */
interface Scene {
  person: TestPerson | null
  calls: ReturnType<typeof staffCalls>
}

async function sceneOf(caller: Caller): Promise<Scene> {
  const person = await callerOf(caller)
  return { person, calls: staffCalls(await worldOf(person)) }
}

/** For all calls that write nothing, refused or reading: they stay as they are. */
const lasting = new Map<Caller, Scene>()
beforeAll(async () => {
  for (const caller of CALLERS) lasting.set(caller, await sceneOf(caller))
})
function lastingSceneOf(caller: Caller): Scene {
  const scene = lasting.get(caller)
  if (!scene) throw new Error(`Nobody is ${caller}`)
  return scene
}

function callOf(name: string, { calls }: Scene) {
  const call = Object.entries(calls).find(([own]) => own === name)?.[1]
  if (!call) throw new Error(`No call of ${name}`)
  return call
}

/** What the call is refused with; null if it is made. */
async function refusalOf(
  name: string,
  endpoint: Endpoint,
  scene: Scene,
  headers: Record<string, string> = {},
): Promise<string | null> {
  const call = callOf(name, scene)
  const browser = scene.person?.browser ?? server.browser()
  const { method } = endpoint
  const { status, body } = await browser.send(method, addressOf(endpoint, call), call.body, headers)
  const isRefused = ACCESS_CODES.includes(body.code) && !isOwnRefusal(endpoint, body.code)
  if (!isRefused) expect(status).not.toBe(500)
  return isRefused ? body.code : null
}

describe.each(calls)('%s', (name, endpoint) => {
  test('is refused without its permission and from a page of another site, and nothing is written', async () => {
    const written = await watchWrites(server)
    for (const caller of CALLERS) {
      const refusal = expectedOf(endpoint, caller)
      if (!refusal) continue
      const answer = await refusalOf(name, endpoint, lastingSceneOf(caller))
      expect({ caller, refusal: answer, written: await written() }).toEqual({
        caller,
        refusal,
        written: [],
      })
    }
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    const refusal = await refusalOf(name, endpoint, lastingSceneOf('owner'), crossSite)
    expect({ refusal, written: await written() }).toEqual({ refusal: 'wrong_origin', written: [] })
  })

  test('is made by everybody with its permission', async () => {
    for (const caller of CALLERS) {
      if (expectedOf(endpoint, caller)) continue
      const scene = endpoint.method === 'GET' ? lastingSceneOf(caller) : await sceneOf(caller)
      const refusal = await refusalOf(name, endpoint, scene)
      expect({ caller, refusal }).toEqual({ caller, refusal: null })
    }
  })
})

describe('a call that needs a recent sign-in', () => {
  const recent = calls.filter(([, { access }]) => 'isRecent' in access && access.isRecent === true)

  // Which these are is decided, with reasons, in packages/contract/src/recent-sign-in.test.ts.
  test.each(recent)('%s is refused once the sign-in is too old', async (name, endpoint) => {
    const { access } = endpoint
    const minutes = ('withinMinutes' in access && access.withinMinutes) || RECENT_SIGN_IN_MINUTES
    const kind = endpoint.access.kind === 'operator' ? 'operator' : 'owner'
    const signedInBefore = async (age: number) => {
      const scene = await sceneOf(kind)
      if (!scene.person) throw new Error('There is nobody')
      await ageSignIn(server, scene.person.id, age)
      return scene
    }
    expect(await refusalOf(name, endpoint, await signedInBefore(minutes - 1))).toBeNull()
    const late = await signedInBefore(minutes)
    const written = await watchWrites(server)
    expect(await refusalOf(name, endpoint, late)).toBe('sign_in_again')
    expect(await written()).toEqual([])
  })
})

describe('a host of a tenant', () => {
  test.each(calls)('has no %s', async (name, endpoint) => {
    const scene = lastingSceneOf('no member')
    const call = callOf(name, scene)
    const body = call.body === undefined ? undefined : JSON.stringify(call.body)
    const answer = await rawRequest(server.url, {
      method: endpoint.method,
      path: addressOf(endpoint, call),
      headers: {
        host: 'harbor.localhost',
        cookie: `foyer_staff=${scene.person?.browser.cookies.get('foyer_staff')}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body } : {}),
    })
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })
})

describe('a member', () => {
  test('of one organizer reads nothing of another, and of both reads each by its name', async () => {
    const person = await member(server, 'owner', otherTenant)
    const organizer = (slug: string) =>
      person.browser.send('GET', '/api/admin/organizer', undefined, { 'x-brand-path': slug })
    expect((await organizer('harbor')).body).toMatchObject({ slug: 'harbor', role: 'owner' })
    expect((await organizer('main')).body.code).toBe('unknown_tenant')
    expect((await organizer('nobody')).body).toEqual((await organizer('main')).body)
    await server.sql(
      `insert into staff_members (tenant_id, person_id, role) values (1, $1, 'analyst')`,
      [person.id],
    )
    expect((await organizer('main')).body).toMatchObject({
      slug: 'main',
      role: 'analyst',
      permissions: [
        'organizer.open',
        'catalog.read',
        'coupons.read',
        'money.read',
        'settings.read',
      ],
    })
  })

  test('who was removed is refused with the next call, in a session that goes on', async () => {
    const owner = await member(server, 'owner')
    const person = await member(server, 'manager')
    expect((await person.browser.send('GET', '/api/admin/team')).status).toBe(200)
    const removed = await owner.browser.send('DELETE', `/api/admin/team/members/${person.id}`)
    expect(removed.status).toBe(200)
    const answer = await person.browser.send('GET', '/api/admin/team')
    expect([answer.status, answer.body.code]).toEqual([404, 'unknown_tenant'])
    const me = await person.browser.send('GET', '/api/platform/staff/me')
    expect([me.status, me.body.organizers]).toEqual([200, []])
  })
})

test('a person without an organizer sees no row of any tenant', async () => {
  const { id } = await insertedPerson(server)
  const { db, cells } = server.foyer.context
  const rows = await db.withPlatform(async (tx) => [
    ...(await membershipsOf(tx, cells, id)),
    ...(await sql`select 1 from staff_members union all select 1 from audit_log`.execute(tx)).rows,
  ])
  expect(rows).toEqual([])
})

/** The matrix as people read it. */
function documentText(): string {
  const roles: readonly Role[] = ROLES
  const head = `| Call | ${roles.map((role) => ROLE_TEXTS[role].name).join(' | ')} | Recent sign-in |`
  const rows = calls.flatMap(([name, endpoint]) => {
    const { access, method, path, summary } = endpoint
    if (access.kind !== 'staff') return []
    const cells = roles.map((role) => (expectedOf(endpoint, role) === null ? 'yes' : ''))
    return [
      `| \`${name}\` (${method} ${path}): ${summary} | ${cells.join(' | ')} | ${access.isRecent === 'by_need' ? 'at times' : access.isRecent ? 'yes' : ''} |`,
    ]
  })
  const ofOperators = calls.flatMap(([name, { access, method, path, summary }]) =>
    access.kind === 'operator'
      ? [`| \`${name}\` (${method} ${path}): ${summary} | ${access.isRecent ? 'yes' : ''} |`]
      : [],
  )
  return `# Who may do what in the back office

Written from the contract and the table of permissions (\`packages/domain/src/staff/permissions.ts\`) by \`npx vitest run apps/server/test/permission-matrix.test.ts -u\`; the same test makes every call as every role. A call without a rule does not compile. Calls of one's own account are open to every person who is signed in, and signing up and in to everybody.

${head}
|---|${roles.map(() => ':-:').join('|')}|:-:|
${rows.join('\n')}

Only an owner invites, changes or removes an owner. The last owner stays.

The list for the door (\`exportGuests\`) has the last four characters of each ticket's code, also for an owner. Anybody can enter with a code, and a list is printed and passed on. Box office sees the codes of the one order that it helps with, and only who may export buyers saves all of them, with \`exportOrders\`.

## The operators of the platform

An operator is appointed on the machine (\`npm run staff -- operator grant\`) and signs in with a second factor. These calls say nothing about a buyer. Being an operator opens no organizer's back office: all calls above are refused, as to a stranger.

| Call | Recent sign-in |
|---|:-:|
${ofOperators.join('\n')}
`
}

test('docs/permissions.md is the matrix; if not, run this test with -u', async () => {
  await expect(documentText()).toMatchFileSnapshot('../../../docs/permissions.md')
})
