import { serverForTests, TEST_SECRET } from '@foyer/testkit'
import { expect, test } from 'vitest'
import { type Ended, runProgram } from './support/run-program.ts'
import { addMember, insertedPerson, member, newEmail, PASSWORD } from './support/staff.ts'

/** `npm run staff`, as an operator runs it beside a running server. */
const server = serverForTests({ jobs: false })
const STAFF = new URL('../src/operator/staff.ts', import.meta.url)

const run = (...args: string[]): Promise<Ended> =>
  runProgram(STAFF, args, {
    DATABASE_URL: server.databaseUrl,
    FOYER_DATA: server.dataDir,
    APP_SECRET: TEST_SECRET,
    PUBLIC_URL: 'https://tickets.example.com',
    LOG_LEVEL: 'silent',
  })

test('the first owner of an organizer is invited by a link, which works without a mail server', async () => {
  expect((await run('list', 'main')).stdout).toBe("Nobody works for 'main' yet.\n")
  const email = newEmail('owner')
  const { code, stdout } = await run('invite', 'main', email.toUpperCase())
  expect(code).toBe(0)
  const token = /^https:\/\/tickets\.example\.com\/admin\/invitation#([\w-]{43})$/m.exec(
    stdout,
  )?.[1]
  const body = { token, name: 'Ada', password: PASSWORD }
  const joined = await server.browser().send('POST', '/api/platform/staff/invitations/join', body)
  expect(joined.body.me.organizers).toMatchObject([{ slug: 'main', role: 'owner' }])
  expect((await run('list', 'main')).stdout).toMatch(new RegExp(`owner +${email} +Ada`))
  const again = await run('invite', 'main', email)
  expect([again.code, again.stderr]).toEqual([
    2,
    expect.stringContaining('This person is on the team already.'),
  ])
})

test('an account is deleted with its sessions and memberships, unless it is the last owner', {
  tags: ['night'],
}, async () => {
  const { tenantId, slug } = await server.build.tenant()
  const owner = await member(server, 'owner', tenantId)
  const refusal = await run('delete', owner.email)
  expect([refusal.code, refusal.stderr]).toEqual([
    2,
    expect.stringContaining(`${owner.email} is the last owner of '${slug}'.`),
  ])
  const other = await insertedPerson(server)
  await addMember(server, other, 'owner', tenantId)
  expect((await run('delete', owner.email)).code).toBe(0)
  expect((await owner.browser.send('GET', '/api/platform/staff/me')).status).toBe(401)
  const people = await server.sql('select 1 from staff_people where id = $1', [owner.id])
  const log = await server.sql(
    'select action_type, person_id from audit_log where tenant_id = $1',
    [tenantId],
  )
  expect([people, log]).toEqual([[], [{ action_type: 'member.removed', person_id: null }]])
})

test('the factors of a person who lost them are removed, and all sessions end', {
  tags: ['night'],
}, async () => {
  const person = await insertedPerson(server)
  await server.sql(`insert into staff_totp (person_id, secret) values ($1, 'sealed')`, [person.id])
  expect((await run('remove-factors', person.email)).code).toBe(0)
  expect(await server.sql('select 1 from staff_totp')).toEqual([])
  expect((await person.browser.send('GET', '/api/platform/staff/me')).status).toBe(401)
})

test.each([
  ['nothing', []],
  ['an unknown action', ['promote', 'main']],
  ['an unknown role', ['invite', 'main', 'a@example.com', '--role', 'king']],
  ['what is no address', ['invite', 'main', 'somebody']],
  ['an unknown organizer', ['invite', 'nobody', 'a@example.com']],
  ['an address without an account', ['delete', 'a@example.com']],
])('%s is refused', async (_, args) => {
  const { code, stderr } = await run(...args)
  expect([code, stderr.length > 20]).toEqual([2, true])
})
