import { once } from 'node:events'
import { connect } from 'node:net'
import { rawRequest, serverForTests } from '@foyer/testkit'
import { expect, test } from 'vitest'
import { member, type TestPerson } from './support/staff.ts'
import { sendImport } from './support/tables.ts'

/** What one organizer may take of a process: long calls, files that arrive, texts that are judged. */

const server = serverForTests({ jobs: false, isOneAddressMany: true })

const eventRows = (count: number, venue: string) =>
  ['name,venue', ...Array.from({ length: count }, (_, at) => `Event ${at},${venue}`)].join('\n')

interface Office {
  owner: TestPerson
  tenantId: number
  slug: string
  send(method: string, path: string, body?: unknown): ReturnType<TestPerson['browser']['send']>
  /** Tries a file of events. */
  tryFile(file: string): ReturnType<typeof sendImport>
}

async function office(): Promise<Office> {
  const { tenantId, slug } = await server.build.tenant()
  await server.foyer.context.tenants.reload()
  const owner = await member(server, 'owner', tenantId)
  return {
    ...{ owner, tenantId, slug },
    send: (method, path, body) =>
      owner.browser.send(method, `/api/admin${path}`, body, { 'x-brand-path': slug }),
    tryFile: (file) =>
      sendImport(server, owner, file, { kind: 'events', isDryRun: true }, { 'x-brand-path': slug }),
  }
}

const cookieOf = ({ owner }: Office) =>
  `foyer_staff=${owner.browser.cookies.get('foyer_staff') ?? ''}`

test('an organizer has a few long calls at a time, and others go on meanwhile', async () => {
  const [busy, other] = [await office(), await office()]
  const { venueId } = await server.build.event({ tenantId: busy.tenantId })
  const [venue] = await server.sql<{ name: string }>('select name from venues where id = $1', [
    venueId,
  ])
  const file = eventRows(300, venue?.name ?? '')
  const tried = Array.from({ length: 12 }, () => busy.tryFile(file))
  const search = await server.browser().send('GET', '/api/events/search?q=none')
  const exported = await other.send('GET', '/exports?kind=events')
  expect([search.status, exported.status]).toEqual([200, 200])
  const statuses = (await Promise.all(tried)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 503)).toHaveLength(8)
  expect(statuses.filter((status) => status === 200)).toHaveLength(4)
})

test('a file of more rows than are written at a time is refused, with its line', async () => {
  const { tryFile } = await office()
  const { body } = await tryFile(eventRows(1001, 'Nowhere'))
  expect(body.rows).toBe(1000)
  expect(body.problems.length).toBeGreaterThan(0)
})

/** Begins a request with a long body, and sends a byte of it. */
async function begin(path: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ port: Number(port), host: hostname })
  await once(socket, 'connect')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.write([`POST ${path} HTTP/1.1`, 'host: x', ...lines, '', 'x'].join('\r\n'))
  const answer = once(socket, 'data').then(([data]) => String(data).split(' ')[1])
  return { answer, end: () => socket.destroy() }
}

test('a long body is read only for somebody who may send it', async () => {
  const { answer, end } = await begin('/api/admin/imports?kind=events&isDryRun=true', {
    cookie: 'foyer_staff=x',
    'content-type': 'application/octet-stream',
    'content-length': '1900000',
  })
  expect(await answer).toBe('401')
  end()
})

test('files that arrive slowly are a few of an organizer, and keep no other from sending one', async () => {
  const [slow, other] = [await office(), await office()]
  const path = async ({ tenantId }: Office) => {
    const { eventId } = await server.build.event({ tenantId })
    return `/api/admin/events/${eventId}/picture?alt=A&focusX=0.5&focusY=0.5`
  }
  const headersOf = (of: Office, length: number) => ({
    ...{ cookie: cookieOf(of), 'x-brand-path': of.slug },
    ...{ 'content-type': 'application/octet-stream', 'content-length': String(length) },
  })
  const slowPath = await path(slow)
  const begun = await Promise.all(
    Array.from({ length: 3 }, () => begin(slowPath, headersOf(slow, 19_000_000))),
  )
  expect(await Promise.race(begun.map(({ answer }) => answer))).toBe('503')
  const file = Buffer.from('no picture')
  const sent = await rawRequest(server.url, {
    ...{ method: 'POST', path: await path(other), headers: headersOf(other, file.length) },
    body: file,
  })
  expect(sent.body.code).toBe('picture_not_supported')
  for (const { end } of begun) end()
})

test('a shop has a limited number of active checkout rules; one that has more may switch them off', async () => {
  const { owner, slug, tenantId, send } = await office()
  const rule = {
    ...{ name: 'Off', triggerType: 'automatic' },
    conditions: { rules: [{ field: 'quantity', operator: '>=', value: '1' }] },
    action: {
      type: 'discount',
      discounts: [{ ticketTypeId: 'all', discountType: 'fixed', value: 1 }],
    },
  }
  const add = () =>
    owner.browser.send('POST', '/api/createCheckoutRule', rule, { 'x-brand-path': slug })
  const first = await add()
  expect(first.body).toMatchObject({ id: expect.any(String) })
  // As many as there were before the limit existed.
  await server.sql(
    `alter table checkout_rules disable trigger user;
     insert into checkout_rules (tenant_id, id, name, trigger_type, priority, conditions, action, combines,
       is_active, applies_to_all_events)
     select ${tenantId}, gen_random_uuid(), name, trigger_type, priority, conditions, action, combines,
       is_active, applies_to_all_events
     from checkout_rules cross join generate_series(1, 105) where id = '${first.body.id}';
     alter table checkout_rules enable trigger user`,
  )
  const more = await add()
  expect([more.status, more.body]).toMatchObject([
    409,
    {
      code: 'limit_reached',
      error: 'A shop has at most 100 active checkout rules. Nothing was changed.',
    },
  ])
  const off = await send('PUT', `/checkout-rules/${first.body.id}`, {
    ...first.body,
    isActive: false,
  })
  expect(off.body).toMatchObject({ isActive: false })
})
