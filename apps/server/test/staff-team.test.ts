import type { Role } from '@foyer/domain'
import { serverForTests } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import {
  ageSignIn,
  insertedPerson,
  linkTo,
  member,
  newEmail,
  PASSWORD,
  signedUp,
  signIn,
  staffMailsTo,
} from './support/staff.ts'

const server = serverForTests({ jobs: false })
const STAFF = '/api/platform/staff'
const TEAM = '/api/admin/team'

const NEW_ORGANIZER = {
  name: 'Harbor Nights',
  supportEmail: 'help@harbor.example',
  currency: 'eur',
  locale: 'de-DE',
}

/** An organizer of its own, with an owner. */
async function organizer() {
  const { tenantId, slug } = await server.build.tenant()
  await server.foyer.context.tenants.reload()
  const owner = await member(server, 'owner', tenantId)
  const named = { 'x-brand-path': slug }
  return {
    tenantId,
    slug,
    owner,
    add: (role: Role) => member(server, role, tenantId),
    send: (person: typeof owner, method: string, path: string, body?: unknown) =>
      person.browser.send(method, path, body, named),
  }
}

describe('an invitation', () => {
  test('makes an account and a member with its role, once', async () => {
    const { owner, send, slug } = await organizer()
    const email = newEmail('guest')
    const invited = await send(owner, 'POST', `${TEAM}/invitations`, { email, role: 'box_office' })
    expect([invited.status, invited.body.invitations]).toEqual([
      201,
      [
        expect.objectContaining({
          email,
          role: 'box_office',
          invitedBy: owner.name,
          hasEnded: false,
        }),
      ],
    ])
    const [mail] = await staffMailsTo(server, email)
    expect(mail?.text).toContain('Box office')
    const token = await linkTo(server, email)
    const browser = server.browser()
    const link = await browser.send('POST', `${STAFF}/link`, { token })
    expect(link.body).toMatchObject({
      kind: 'invitation',
      email,
      hasAccount: false,
      invitation: { role: 'box_office', invitedBy: owner.name },
    })
    const body = { token, name: 'Grace Hopper', password: PASSWORD }
    const joined = await browser.send('POST', `${STAFF}/invitations/join`, body)
    expect([joined.status, joined.body.me.organizers]).toEqual([
      201,
      [expect.objectContaining({ slug, role: 'box_office' })],
    ])
    const again = await server.browser().send('POST', `${STAFF}/invitations/join`, body)
    expect(again.body.code).toBe('link_ended')
    const { body: team } = await send(owner, 'GET', TEAM)
    expect(team.invitations).toEqual([])
    expect(
      team.members.map(({ name, role }: { name: string; role: Role }) => [name, role]),
    ).toEqual([
      [owner.name, 'owner'],
      ['Grace Hopper', 'box_office'],
    ])
  })

  test('is accepted by the person who has an account with its address, and by nobody else', async () => {
    const { owner, send, slug } = await organizer()
    const person = await signedUp(server)
    const other = await signedUp(server)
    await send(owner, 'POST', `${TEAM}/invitations`, { email: person.email, role: 'manager' })
    const token = await linkTo(server, person.email)
    const path = `${STAFF}/invitations/accept`
    expect((await server.browser().send('POST', path, { token })).status).toBe(401)
    expect((await other.browser.send('POST', path, { token })).body.code).toBe(
      'invitation_for_other',
    )
    const joined = await person.browser.send('POST', path, { token })
    expect([joined.status, joined.body]).toEqual([
      200,
      expect.objectContaining({ slug, role: 'manager' }),
    ])
    const twice = await send(owner, 'POST', `${TEAM}/invitations`, {
      email: person.email,
      role: 'gate',
    })
    expect(twice.body.code).toBe('already_member')
  })

  test('that is sent again replaces its link, and one that is withdrawn has none', async () => {
    const { owner, send } = await organizer()
    const email = newEmail('guest')
    const { body } = await send(owner, 'POST', `${TEAM}/invitations`, { email, role: 'gate' })
    const first = await linkTo(server, email)
    const path = `${TEAM}/invitations/${body.invitations[0].id}`
    expect((await send(owner, 'POST', `${path}/send-again`)).status).toBe(200)
    const second = await linkTo(server, email)
    const codeOf = async (token: string) =>
      (await server.browser().send('POST', `${STAFF}/link`, { token })).body.code
    expect([await codeOf(first), await codeOf(second)]).toEqual(['link_ended', undefined])
    expect((await send(owner, 'DELETE', path)).body.invitations).toEqual([])
    expect(await codeOf(second)).toBe('link_ended')
    expect((await send(owner, 'DELETE', path)).body.code).toBe('invitation_not_found')
    expect((await send(owner, 'POST', `${path}/send-again`)).body.code).toBe('invitation_not_found')
  })

  test('of one address by two people at the same moment is one invitation, whose link works', async () => {
    const { owner, send, add } = await organizer()
    const manager = await add('manager')
    const email = newEmail('guest')
    const answers = await Promise.all(
      [owner, manager].map((person) =>
        send(person, 'POST', `${TEAM}/invitations`, { email, role: 'gate' }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const rows = await server.sql('select 1 from staff_links where email = $1', [email])
    expect(rows).toHaveLength(1)
    await staffMailsTo(server, email)
    const { body } = await send(owner, 'GET', TEAM)
    expect(body.invitations).toHaveLength(1)
    const join = { token: await linkTo(server, email), name: 'Grace', password: PASSWORD }
    const joined = await server.browser().send('POST', `${STAFF}/invitations/join`, join)
    // Of two mails in the same millisecond the newest may be the one whose link was replaced.
    expect([201, 410]).toContain(joined.status)
  })

  test('of another organizer does not exist', async () => {
    const ours = await organizer()
    const theirs = await organizer()
    const { body } = await theirs.send(theirs.owner, 'POST', `${TEAM}/invitations`, {
      email: newEmail('guest'),
      role: 'gate',
    })
    const path = `${TEAM}/invitations/${body.invitations[0].id}`
    expect((await ours.send(ours.owner, 'DELETE', path)).body.code).toBe('invitation_not_found')
    expect((await theirs.send(theirs.owner, 'GET', TEAM)).body.invitations).toHaveLength(1)
  })
})

describe('owners', () => {
  test('alone change an invitation that one of them sent to an owner', async () => {
    const { owner, add, send } = await organizer()
    const manager = await add('manager')
    const email = newEmail('second')
    await send(owner, 'POST', `${TEAM}/invitations`, { email, role: 'owner' })
    const link = await linkTo(server, email)
    const lower = { email, role: 'gate' }
    const refusal = await send(manager, 'POST', `${TEAM}/invitations`, lower)
    expect([refusal.status, refusal.body.code]).toEqual([403, 'not_permitted'])
    expect((await send(owner, 'GET', TEAM)).body.invitations).toMatchObject([{ role: 'owner' }])
    expect(await linkTo(server, email)).toBe(link)
    const byOwner = await send(owner, 'POST', `${TEAM}/invitations`, lower)
    expect(byOwner.body.invitations).toMatchObject([{ role: 'gate' }])
  })

  test.each([
    [
      'invites an owner',
      'POST',
      () => `${TEAM}/invitations`,
      { email: 'o@example.com', role: 'owner' },
    ],
    [
      'makes an owner',
      'PUT',
      (_: string, other: string) => `${TEAM}/members/${other}`,
      { role: 'owner' },
    ],
    ['demotes an owner', 'PUT', (owner: string) => `${TEAM}/members/${owner}`, { role: 'gate' }],
    ['removes an owner', 'DELETE', (owner: string) => `${TEAM}/members/${owner}`, undefined],
  ])('alone: no manager %s', async (_, method, pathOf, body) => {
    const { owner, add, send } = await organizer()
    const manager = await add('manager')
    const other = await add('gate')
    const path = pathOf(owner.id, other.id)
    const refusal = await send(manager, method, path, body)
    expect([refusal.status, refusal.body.code]).toEqual([403, 'not_permitted'])
    // Control: another owner may.
    const second = await add('owner')
    expect((await send(second, method, path, body)).status).toBeLessThan(300)
  })

  test('are never none: the last one is neither demoted nor removed, and does not leave', async () => {
    const { owner, send, add } = await organizer()
    const path = `${TEAM}/members/${owner.id}`
    const answers = [
      await send(owner, 'PUT', path, { role: 'manager' }),
      await send(owner, 'DELETE', path),
      await send(owner, 'POST', `${TEAM}/leave`),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [409, 'last_owner']),
    )
    // Control: with a second owner, the first may leave.
    await add('owner')
    expect((await send(owner, 'POST', `${TEAM}/leave`)).body).toEqual({ left: true })
  })

  test('who remove each other at the same moment leave one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { tenantId, owner, send, add } = await organizer()
      const second = await add('owner')
      const answers = await Promise.all([
        send(owner, 'DELETE', `${TEAM}/members/${second.id}`),
        send(second, 'DELETE', `${TEAM}/members/${owner.id}`),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await ownersOf(tenantId)).toBe(1)
    }
  })

  test('without the lock, the same two removals leave none (control)', {
    tags: ['night'],
  }, async () => {
    const { tenantId, owner, add } = await organizer()
    const second = await add('owner')
    const { db } = server.foyer.context
    const bothHaveCounted = countdown(2)
    await Promise.all(
      [owner, second].map(({ id }) =>
        db.withTenant(tenantId, async (tx) => {
          const owners = await tx
            .selectFrom('staff_members')
            .select('person_id')
            .where('role', '=', 'owner')
            .execute()
          await bothHaveCounted()
          if (owners.length > 1) {
            await tx.deleteFrom('staff_members').where('person_id', '=', id).execute()
          }
        }),
      ),
    )
    expect(await ownersOf(tenantId)).toBe(0)
  })

  const ownersOf = async (tenantId: number) =>
    (
      await server.sql(`select 1 from staff_members where tenant_id = $1 and role = 'owner'`, [
        tenantId,
      ])
    ).length
})

/** Resolves for all callers once so many have called. */
function countdown(count: number): () => Promise<void> {
  let left = count
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return () => {
    left -= 1
    if (left === 0) open()
    return opened
  }
}

describe('the audit log', () => {
  test('has who changed what, before and after, and finds it by each filter', async () => {
    const { owner, send, add } = await organizer()
    const other = await add('gate')
    const email = newEmail('guest')
    await send(owner, 'POST', `${TEAM}/invitations`, { email, role: 'gate' })
    await send(owner, 'PUT', `${TEAM}/members/${other.id}`, { role: 'manager' })
    // Repeating a role changes nothing and logs nothing.
    await send(owner, 'PUT', `${TEAM}/members/${other.id}`, { role: 'manager' })
    await send(other, 'POST', `${TEAM}/leave`)
    const list = async (query: string) =>
      (await send(owner, 'GET', `/api/admin/audit-log${query}`)).body
    const { entries, next, people } = await list('')
    expect(next).toBeNull()
    expect(people.map(({ name }: { name: string }) => name)).toEqual(
      [owner.name, other.name].sort(),
    )
    expect(entries).toMatchObject([
      {
        person: { id: other.id, name: other.name, email: other.email },
        actionType: 'member.left',
        entityType: 'member',
        entityId: other.id,
        entityName: other.email,
        metadata: { before: { role: 'manager' }, after: null },
      },
      {
        person: { id: owner.id },
        actionType: 'member.role_changed',
        metadata: { before: { role: 'gate' }, after: { role: 'manager' } },
      },
      {
        actionType: 'invitation.sent',
        entityType: 'invitation',
        entityName: email,
        metadata: { before: null, after: { role: 'gate' } },
      },
    ])
    const actions = async (query: string) =>
      (await list(query)).entries.map(({ actionType }: { actionType: string }) => actionType)
    expect(await actions(`?personId=${other.id}`)).toEqual(['member.left'])
    expect(await actions('?actionType=invitation.sent')).toEqual(['invitation.sent'])
    expect(await actions('?entityType=invitation')).toEqual(['invitation.sent'])
    expect(await actions(`?entityId=${other.id}`)).toEqual(['member.left', 'member.role_changed'])
    expect(await actions(`?name=${email.slice(0, 6).toUpperCase()}`)).toEqual(['invitation.sent'])
    expect(await actions(`?to=${encodeURIComponent(entries[1].at)}`)).toEqual(['invitation.sent'])
    expect(await actions(`?from=${encodeURIComponent(entries[0].at)}`)).toEqual(['member.left'])
  })

  test('has pages, without a gap and without a repetition', async () => {
    const { tenantId, owner, send } = await organizer()
    await server.sql(
      `insert into audit_log (tenant_id, id, action_type, entity_type, entity_id, entity_name)
       select $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'member.left', 'member',
         n::text, 'x' from generate_series(1, 250) n`,
      [tenantId],
    )
    const seen: string[] = []
    for (let after = ''; ; ) {
      const { body } = await send(owner, 'GET', `/api/admin/audit-log${after}`)
      seen.push(...body.entries.map(({ entityId }: { entityId: string }) => entityId))
      if (!body.next) break
      after = `?after=${body.next}`
    }
    expect(seen).toEqual(Array.from({ length: 250 }, (_, index) => String(250 - index)))
  })

  test('cannot be rewritten or shortened by the application', async () => {
    const { tenantId } = await organizer()
    const { db } = server.foyer.context
    const denied = 'permission denied for table audit_log'
    await expect(
      db.withTenant(tenantId, (tx) =>
        tx.updateTable('audit_log').set({ entity_name: '' }).execute(),
      ),
    ).rejects.toThrow(denied)
    await expect(
      db.withTenant(tenantId, (tx) => tx.deleteFrom('audit_log').execute()),
    ).rejects.toThrow(denied)
  })

  test('shows no entry of another organizer', async () => {
    const ours = await organizer()
    const theirs = await organizer()
    await theirs.send(theirs.owner, 'POST', `${TEAM}/invitations`, {
      email: newEmail('guest'),
      role: 'gate',
    })
    const { body } = await ours.send(ours.owner, 'GET', '/api/admin/audit-log')
    expect(body).toEqual({ entries: [], next: null, people: [] })
  })
})

describe('a new organizer', () => {
  const input = (slug: string) => ({ ...NEW_ORGANIZER, slug })

  test('has the person who registers it as its owner, and its shop is open at once', async () => {
    const { browser } = await signedUp(server)
    const made = await browser.send('POST', `${STAFF}/organizers`, input('harbor-nights'))
    expect([made.status, made.body]).toEqual([
      201,
      { slug: 'harbor-nights', name: 'Harbor Nights', hue: 250, role: 'owner' },
    ])
    const named = { 'x-brand-path': 'harbor-nights' }
    const shop = await server.browser().send('GET', '/api/tenant', undefined, named)
    expect(shop.body).toMatchObject({ name: 'Harbor Nights', currency: 'eur', locale: 'de-DE' })
    const me = await browser.send('GET', `${STAFF}/me`)
    expect(me.body.organizers).toMatchObject([{ slug: 'harbor-nights', role: 'owner' }])
    const log = await browser.send('GET', '/api/admin/audit-log', undefined, named)
    expect(log.body.entries).toMatchObject([{ actionType: 'organizer.registered' }])
  })

  test.each([
    ['main', 409, 'slug_taken'],
    ['admin', 400, 'slug_not_allowed'],
    ['sign-in', 400, 'slug_not_allowed'],
    ['Not a slug', 400, 'validation_failed'],
  ])('cannot have the address %j', async (slug, status, code) => {
    const { browser } = await signedUp(server)
    const answer = await browser.send('POST', `${STAFF}/organizers`, input(slug))
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect((await browser.send('GET', `${STAFF}/me`)).body.organizers).toEqual([])
  })
})

describe('beside another process', () => {
  const running = serverForTests()

  test('a new organizer is known there soon, without a restart', async () => {
    const sibling = await running.sibling()
    try {
      const { tenants } = sibling.foyer.context
      expect(tenants.bySlug('quay')).toBeUndefined()
      const { browser } = await insertedPerson(running)
      const body = { ...NEW_ORGANIZER, slug: 'quay' }
      expect((await browser.send('POST', `${STAFF}/organizers`, body)).status).toBe(201)
      await expect.poll(() => tenants.bySlug('quay')?.name).toBe('Harbor Nights')
    } finally {
      await sibling.close()
    }
  })
})

describe('sessions of a person', () => {
  test('are listed with their browsers, and ended one by one or all but this one', async () => {
    const { email, browser } = await signedUp(server)
    const phone = server.browser({ 'user-agent': 'Mozilla/5.0 (iPhone) Version/18 Safari/604' })
    const office = server.browser({ 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' })
    await signIn(phone, email)
    await signIn(office, email)
    const path = `${STAFF}/me/sessions`
    const { body } = await browser.send('GET', path)
    const listed: { id: string; isCurrent: boolean; device: string }[] = body.sessions
    expect(listed.map(({ device }) => device)).toEqual(
      expect.arrayContaining(['Safari on iPhone', 'Firefox on Windows']),
    )
    expect(listed.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    const phones = listed.find(({ device }) => device === 'Safari on iPhone')?.id
    expect((await browser.send('DELETE', `${path}/${phones}`)).body.sessions).toHaveLength(2)
    expect((await phone.send('GET', path)).status).toBe(401)
    expect((await browser.send('DELETE', `${path}/${phones}`)).body.code).toBe('sign_in_not_found')
    expect((await browser.send('DELETE', path)).body.sessions).toHaveLength(1)
    expect((await office.send('GET', path)).status).toBe(401)
    expect((await browser.send('GET', path)).status).toBe(200)
  })

  test('of another person cannot be ended', async () => {
    const ada = await signedUp(server)
    const eve = await signedUp(server)
    const { body } = await ada.browser.send('GET', `${STAFF}/me/sessions`)
    const path = `${STAFF}/me/sessions/${body.sessions[0].id}`
    expect((await eve.browser.send('DELETE', path)).body.code).toBe('sign_in_not_found')
    expect((await ada.browser.send('GET', `${STAFF}/me`)).status).toBe(200)
  })

  test('end with a change of the password, except this one, which gets a new token', async () => {
    const { email, browser, id } = await signedUp(server)
    const other = server.browser()
    await signIn(other, email)
    const before = browser.cookies.get('foyer_staff') ?? ''
    const path = `${STAFF}/me/password`
    const password = 'another four words'
    await ageSignIn(server, id, 11)
    expect((await browser.send('PUT', path, { password })).body.code).toBe('sign_in_again')
    await signIn(browser, email)
    expect((await browser.send('PUT', path, { password })).status).toBe(200)
    expect(browser.cookies.get('foyer_staff')).not.toBe(before)
    expect((await browser.send('GET', `${STAFF}/me`)).status).toBe(200)
    expect((await other.send('GET', `${STAFF}/me`)).status).toBe(401)
    expect((await signIn(server.browser(), email)).status).toBe(401)
    expect((await signIn(server.browser(), email, password)).status).toBe(200)
  })
})

test('who has no second factor is shown to those who may change the team, and to themselves', async () => {
  const { owner, add, send } = await organizer()
  const clerk = await add('box_office')
  const factorsFor = async (person: typeof owner) => {
    const { members } = (await send(person, 'GET', TEAM)).body
    return members.map((each: { name: string; hasSecondFactor: boolean | null }) => [
      each.name,
      each.hasSecondFactor,
    ])
  }
  expect(await factorsFor(owner)).toEqual([
    [owner.name, false],
    [clerk.name, false],
  ])
  expect(await factorsFor(clerk)).toEqual([
    [owner.name, null],
    [clerk.name, false],
  ])
})
