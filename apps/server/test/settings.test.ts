import { LOGO_UPLOAD_BYTES } from '@foyer/contract'
import { DEFAULT_POLICY } from '@foyer/domain'
import { rawRequest, serverForTests } from '@foyer/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkProofs } from '../src/features/tenants/settings/domain-proofs.ts'
import { ageSignIn, member, staffMailsTo, type TestPerson } from './support/staff.ts'

/** The settings of an organizer, by the calls of the back office. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
const PATH = '/api/admin/settings'
const HOSTILE = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>'

let owner: TestPerson
beforeAll(async () => {
  owner = await member(server, 'owner')
})

const get = async (path: string) => (await owner.browser.send('GET', `${PATH}/${path}`)).body
const put = (path: string, body: object, person = owner) =>
  person.browser.send('PUT', `${PATH}/${path}`, body)
const shop = async () => (await rawRequest(server.url, { path: '/api/tenant' })).body
/** Sends a file as it is, by default as the owner. */
const upload = (file: Buffer, person: Pick<TestPerson, 'browser'> = owner) =>
  rawRequest(server.url, {
    method: 'POST',
    path: `${PATH}/logos`,
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(file.length),
      cookie: `foyer_staff=${person.browser.cookies.get('foyer_staff') ?? ''}`,
    },
    body: file,
  })
const lastEntry = async () =>
  (await owner.browser.send('GET', '/api/admin/audit-log')).body.entries[0]

describe('the look', () => {
  test('is changed at once on the storefront, with an entry of what was before and after', async () => {
    const look = await get('look')
    const answer = await put('look', { ...look, name: 'Roxy', hue: 120, footerText: 'A\nB' })
    expect([answer.status, answer.body.name]).toEqual([200, 'Roxy'])
    expect(await shop()).toMatchObject({ name: 'Roxy', hue: 120, footerText: 'A\nB' })
    expect(await lastEntry()).toMatchObject({
      actionType: 'organizer.look_changed',
      entityId: 'main',
      metadata: {
        before: { name: look.name, hue: look.hue, footerText: '' },
        after: { name: 'Roxy', hue: 120, footerText: 'A\nB' },
      },
    })
  })

  test('that another person has changed meanwhile is refused with what it is now', async () => {
    const look = await get('look')
    await put('look', { ...look, tagline: 'First' })
    const second = await put('look', { ...look, tagline: 'Second' })
    expect([second.status, second.body.code]).toEqual([409, 'changed_meanwhile'])
    expect(second.body.details.current).toMatchObject({ tagline: 'First' })
    expect(await get('look')).toMatchObject({ tagline: 'First' })
  })

  test('that is saved without a change writes no entry', async () => {
    const before = await lastEntry()
    expect((await put('look', await get('look'))).status).toBe(200)
    expect(await lastEntry()).toEqual(before)
  })

  test.each([
    ['name', '', 'name'],
    ['hue', 360, 'hue'],
    ['xUrl', 'javascript:alert(1)', 'xUrl'],
    ['instagramUrl', 'http://a.example', 'instagramUrl'],
    ['footerText', 'a\u0000b', 'footerText'],
    ['logoFile', '../../etc/passwd', 'logoFile'],
  ])('with a wrong %s (%j) is refused at its field', async (field, value, refused) => {
    const answer = await put('look', { ...(await get('look')), [field]: value })
    expect(answer.status).toBe(400)
    expect(answer.body.details.fields.map((entry: { field: string }) => entry.field)).toContain(
      refused,
    )
  })

  test('uses a logo that was uploaded, and refuses one that was not', async () => {
    const svg = Buffer.from('<svg viewBox="0 0 60 20"><path d="M0 0h60"/></svg>')
    const uploaded = await upload(svg)
    expect(uploaded.status).toBe(201)
    const { file, url } = uploaded.body
    expect((await put('look', { ...(await get('look')), logoFile: file })).status).toBe(200)
    expect((await shop()).logo).toEqual({ url, width: 60, height: 20 })
    const served = await rawRequest(server.url, { path: url })
    expect(served.headers.get('content-security-policy')).toContain('sandbox')
    const missing = `${'0'.repeat(16)}-1x1.svg`
    const refused = await put('look', { ...(await get('look')), logoFile: missing })
    expect([refused.status, refused.body.code]).toEqual([400, 'logo_not_usable'])
  })

  test('takes no file of somebody who may not change the settings', async () => {
    const svg = Buffer.from('<svg viewBox="0 0 60 20"><path d="M0 0h60"/></svg>')
    const refusals = []
    for (const person of [{ browser: server.browser() }, await member(server, 'gate')]) {
      const { status, body } = await upload(svg, person)
      refusals.push([status, body.code])
    }
    expect(refusals).toEqual([
      [401, 'not_signed_in'],
      [403, 'not_permitted'],
    ])
  })

  test('refuses a logo with a script, and one that is too heavy', async () => {
    const script = await upload(Buffer.from('<svg viewBox="0 0 1 1"><script/></svg>'))
    expect([script.status, script.body.code]).toEqual([400, 'logo_not_usable'])
    const heavy = await upload(Buffer.alloc(LOGO_UPLOAD_BYTES + 1))
    expect([heavy.status, heavy.body.code]).toEqual([413, 'payload_too_large'])
  })
})

describe('who mails come from', () => {
  const dns = (texts: Record<string, string[]>) => {
    server.foyer.context.dns = {
      texts: async (name) => texts[name] ?? [],
      aliases: async () => [],
      addresses: async () => [],
    }
  }

  test('is the platform, until the DNS of the organizer’s domain allows it', async () => {
    const contact = await get('contact')
    const own = { ...contact, supportEmail: 'box@roxy.example', isSender: true, senderName: 'Roxy' }
    // The default organizer's address is the platform's, so another one is needed for the refusal.
    const harbor = await server.build.tenant({ slug: 'harbor-mails' })
    await server.foyer.context.tenants.reload()
    const other = await member(server, 'owner', harbor.tenantId)
    const brand = { 'x-brand-path': 'harbor-mails' }
    const send = (body: object) => other.browser.send('PUT', `${PATH}/contact`, body, brand)
    const read = async () =>
      (await other.browser.send('GET', `${PATH}/contact`, undefined, brand)).body
    dns({})
    const { platformEmail, version } = await read()
    const refused = await send({ ...own, version })
    expect([refused.status, refused.body.code]).toEqual([400, 'sender_not_allowed'])
    const [spf, proof] = refused.body.details.records
    const platform = platformEmail.split('@')[1]
    expect(spf).toEqual({
      ...{ type: 'TXT', name: 'roxy.example', value: `v=spf1 include:${platform} ~all` },
    })
    // That the domain trusts the platform does not say whose it is: another organizer may have set it.
    dns({ [spf.name]: [spf.value], [proof.name]: ['foyer=somebody-else.proof'] })
    const unproven = await send({ ...own, version })
    expect(unproven.body.details.records).toEqual([proof])
    dns({ [spf.name]: [spf.value], [proof.name]: [proof.value] })
    const allowed = await send({ ...own, version })
    expect(allowed.body).toMatchObject({ isSender: true, senderEmail: 'box@roxy.example' })
    const security = { ...own, supportEmail: `security@${platform}` }
    const ofPlatform = await send({ ...security, version: allowed.body.version })
    expect(ofPlatform.body.error).toContain("are the platform's")
  })

  test('keeps language, money and time zone, and refuses a zone that is none', async () => {
    const contact = await get('contact')
    const changed = await put('contact', { ...contact, currency: 'eur', timeZone: 'Europe/Paris' })
    expect(changed.body).toMatchObject({ currency: 'eur', timeZone: 'Europe/Paris' })
    const wrong = await put('contact', { ...changed.body, timeZone: 'Mars/Base' })
    expect(wrong.body.details.fields[0].field).toBe('timeZone')
    expect(await shop()).toMatchObject({ currency: 'eur' })
  })
})

describe('a domain', () => {
  const HOST = 'tickets.roxy.example'

  test('is the shop’s once its DNS leads here and names the organizer', async () => {
    const post = (path: string, body?: object) =>
      owner.browser.send('POST', `${PATH}/${path}`, body)
    const added = await post('domains', { host: HOST.toUpperCase() })
    expect(added.body.domains).toMatchObject([{ host: HOST, state: 'waiting', isMain: false }])
    const [alias, proof] = added.body.domains[0].records
    server.foyer.context.dns = {
      texts: async () => [],
      aliases: async () => [alias.value],
      addresses: async () => [],
    }
    const unproven = await post(`domains/${HOST}/check`)
    expect(unproven.body.findings).toMatchObject([
      { what: 'leads', isRight: true },
      { what: 'owned', isRight: false },
    ])
    expect(unproven.body.domains.domains[0].state).toBe('waiting')
    const unknown = await rawRequest(server.url, { path: '/api/tenant', headers: { host: HOST } })
    server.foyer.context.dns.texts = async (name) => (name === proof.name ? [proof.value] : [])
    const proven = await post(`domains/${HOST}/check`)
    expect(proven.body.domains).toMatchObject({
      siteUrl: expect.stringContaining(HOST),
      domains: [{ host: HOST, state: 'active', isMain: true }],
    })
    const answer = await rawRequest(server.url, { path: '/api/tenant', headers: { host: HOST } })
    expect([unknown.status, answer.body.slug]).not.toEqual([200, undefined])
    expect(answer.body.slug).toBe('main')
    const path = await owner.browser.send('PUT', `${PATH}/main-domain`, { host: null })
    expect(path.body).toMatchObject({ siteUrl: path.body.path })
    const gone = await owner.browser.send('DELETE', `${PATH}/domains/${HOST}`)
    expect(gone.body.domains).toEqual([])
    expect((await owner.browser.send('DELETE', `${PATH}/domains/${HOST}`)).status).toBe(404)
  })

  /** An organizer with an owner, and what the DNS of the world says meanwhile. */
  async function organizerWithDomain(slug: string, host: string) {
    const { tenantId } = await server.build.tenant({ slug })
    const { context } = server.foyer
    await context.tenants.reload()
    const person = await member(server, 'owner', tenantId)
    const send = (method: string, path: string, body?: object) =>
      person.browser.send(method, `${PATH}/${path}`, body, { 'x-brand-path': slug })
    const noted = await send('POST', 'domains', { host })
    const [alias, proof] = noted.body.domains[0].records
    const check = () => send('POST', `domains/${host}/check`)
    const shown = async () => {
      await context.tenants.reload()
      return (await rawRequest(server.url, { path: '/api/tenant', headers: { host } })).body.slug
    }
    return { tenantId, person, send, alias, proof, check, shown }
  }

  /** The world's DNS: every name leads here, and these proofs are there. */
  const proofsAre = (...proofs: { name: string; value: string }[]) => {
    server.foyer.context.dns = {
      texts: async (name) => proofs.filter((each) => each.name === name).map(({ value }) => value),
      aliases: async () => [],
      addresses: async () => ['192.0.2.1'],
    }
  }

  test('of another organizer goes to who proves it, once its DNS no longer names the other one', async () => {
    const host = 'sold.example'
    const seller = await organizerWithDomain('seller', host)
    proofsAre(seller.proof)
    expect((await seller.check()).status).toBe(200)
    const buyer = await organizerWithDomain('buyer-of-domain', host)
    proofsAre(seller.proof, buyer.proof)
    const taken = await buyer.check()
    expect([taken.status, taken.body.code]).toEqual([409, 'domain_taken'])
    expect(await seller.shown()).toBe('seller')
    proofsAre(buyer.proof)
    expect((await buyer.check()).body.domains.domains).toMatchObject([{ host, state: 'active' }])
    expect(await buyer.shown()).toBe('buyer-of-domain')
    const [mail] = await staffMailsTo(server, seller.person.email)
    expect(mail?.subject).toBe(`${host} was released`)
    expect((await seller.send('GET', 'domains')).body.domains).toEqual([])
  })

  test('is looked at every day: its owners are warned, and after two weeks it is released', async () => {
    const host = 'forgotten.example'
    const shop = await organizerWithDomain('forgetful', host)
    proofsAre(shop.proof)
    await shop.check()
    const { context } = server.foyer
    const tenant = context.tenants.bySlug('forgetful')
    if (!tenant) throw new Error('not registered')
    const begin = Date.now()
    const after = (days: number) =>
      checkProofs({ ...context, clock: () => new Date(begin + days * 86_400_000) }, tenant)
    const mails = async () =>
      (await staffMailsTo(server, shop.person.email)).map(({ subject }) => subject)
    await after(1)
    expect(await mails()).toEqual([])
    proofsAre()
    await after(2)
    await after(3)
    expect(await mails()).toEqual([`${host} no longer names you`])
    // It was set again in time.
    proofsAre(shop.proof)
    await after(15)
    proofsAre()
    await after(16)
    await after(29)
    expect(await shop.shown()).toBe('forgetful')
    // A resolver that finds nothing at all says nothing.
    context.dns.addresses = async () => []
    await after(31)
    expect(await shop.shown()).toBe('forgetful')
    proofsAre()
    await after(31)
    expect(await shop.shown()).not.toBe('forgetful')
    expect((await mails())[0]).toBe(`${host} was released`)
    expect((await shop.send('GET', 'domains')).body.domains).toEqual([])
  })

  test.each([
    ['is not the shop’s', 'sender-alone'],
    ['is no longer the shop’s', 'sender-and-shop'],
  ])('of the sender that %s is still released when its proof is missing', async (_, slug) => {
    const host = `${slug}.example`
    const shop = await organizerWithDomain(slug, host)
    const contact = async () => (await shop.send('GET', 'contact')).body
    const { platformEmail } = await contact()
    const spf = { name: host, value: `v=spf1 include:${platformEmail.split('@')[1]} ~all` }
    proofsAre(shop.proof, spf)
    if (slug === 'sender-and-shop') await shop.check()
    const supportEmail = `box@${host}`
    await shop.send('PUT', 'contact', { ...(await contact()), supportEmail, isSender: true })
    expect(await contact()).toMatchObject({ senderEmail: supportEmail })
    expect((await shop.send('DELETE', `domains/${host}`)).status).toBe(200)
    expect((await shop.send('DELETE', `domains/${host}`)).status).toBe(404)
    const { context } = server.foyer
    const tenant = context.tenants.bySlug(slug)
    if (!tenant) throw new Error('not registered')
    proofsAre()
    const begin = Date.now()
    for (const days of [1, 15]) {
      const clock = () => new Date(begin + days * 86_400_000)
      await checkProofs({ ...context, clock }, tenant)
    }
    const mails = await staffMailsTo(server, shop.person.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      `${host} was released`,
      `${host} no longer names you`,
    ])
    expect(await contact()).toMatchObject({ senderEmail: platformEmail })
    const proofs = await server.sql('select from tenant_domain_proofs where host = $1', [host])
    expect(proofs).toEqual([])
  })

  test('that is removed is forgotten with its proof if no mails come from it', async () => {
    const host = 'removed.example'
    const shop = await organizerWithDomain('remover', host)
    proofsAre(shop.proof)
    await shop.check()
    const proofs = () => server.sql('select from tenant_domain_proofs where host = $1', [host])
    expect(await proofs()).toHaveLength(1)
    await shop.send('DELETE', `domains/${host}`)
    expect(await proofs()).toEqual([])
  })

  test('that the operator has set up needs no proof, is never released, and is not taken over', async () => {
    const host = 'operated.example'
    const shop = await organizerWithDomain('operated', host)
    await shop.send('DELETE', `domains/${host}`)
    await server.sql(`insert into tenant_domains (tenant_id, host) values ($1, $2)`, [
      shop.tenantId,
      host,
    ])
    const other = await organizerWithDomain('not-operated', host)
    proofsAre(other.proof)
    const { context } = server.foyer
    await context.tenants.reload()
    const tenant = context.tenants.bySlug('operated')
    if (tenant) await checkProofs({ ...context, clock: () => new Date('2040-01-01') }, tenant)
    expect((await other.check()).body.code).toBe('domain_taken')
    expect(await shop.shown()).toBe('operated')
  })

  test('of the platform, or none at all, is refused', async () => {
    const codeOf = async (host: string) =>
      (await owner.browser.send('POST', `${PATH}/domains`, { host })).body.code
    expect(await codeOf('box.localhost')).toBe('domain_not_allowed')
    expect(await codeOf('127.0.0.1')).toBe('validation_failed')
    expect(await codeOf('no domain')).toBe('validation_failed')
  })
})

describe('the policies', () => {
  test('are the rules of all events without rules of their own', async () => {
    const policies = await get('policies')
    const cancel = {
      isAllowed: true,
      untilMinutes: 60,
      shares: [{ untilMinutes: 60, ratePpm: 500_000 }],
      withFees: false,
    }
    const answer = await put('policies', {
      ...policies,
      cancel,
      orderLookup: 'open',
      waivesSmallTotals: true,
      importantInformation: ['Bring a coat.', HOSTILE],
    })
    expect(answer.body).toMatchObject({
      cancel,
      orderLookup: 'open',
      waivesSmallTotals: true,
      reschedule: null,
    })
    expect(
      await server.sql('select change_policy, order_lookup from tenants where tenant_id = 1'),
    ).toEqual([{ change_policy: { cancel }, order_lookup: 'open' }])
    const reset = await put('policies', {
      ...answer.body,
      cancel: null,
      importantInformation: null,
    })
    expect(reset.body).toMatchObject({ cancel: null, importantInformation: null })
  })

  test('are refused with the wrong value of a rule', async () => {
    const cancel = { ...DEFAULT_POLICY.cancel, shares: [] }
    const answer = await put('policies', { ...(await get('policies')), cancel })
    expect(answer.body.details.fields[0].field).toContain('cancel')
  })
})

describe('a page', () => {
  test('begins with the product’s text, is written, and gets that text again', async () => {
    const before = await get('pages/refunds')
    expect(before).toMatchObject({ isOwn: false, title: 'Refunds' })
    const written = await put('pages/refunds', { ...before, title: 'Money', body: 'All **back**.' })
    expect(written.body).toMatchObject({ isOwn: true, title: 'Money' })
    const shown = () => rawRequest(server.url, { path: '/api/pages/refunds' })
    expect((await shown()).body).toMatchObject({ title: 'Money', summary: 'All back.' })
    expect(
      (await get('pages')).pages.filter((page: { isOwn: boolean }) => page.isOwn),
    ).toMatchObject([{ slug: 'refunds', title: 'Money' }])
    const stale = await owner.browser.send(
      'DELETE',
      `${PATH}/pages/refunds?version=${before.version}`,
    )
    expect(stale.body.code).toBe('changed_meanwhile')
    const reverted = await owner.browser.send(
      'DELETE',
      `${PATH}/pages/refunds?version=${written.body.version}`,
    )
    expect(reverted.body).toMatchObject({ isOwn: false, body: before.body })
    expect((await shown()).body.title).toBe('Refunds')
    expect(await lastEntry()).toMatchObject({ actionType: 'page.reverted', entityId: 'refunds' })
  })

  test('may be long, and not longer than pages are', async () => {
    const page = await get('pages/terms')
    const body = `${'Word '.repeat(11_000)}end.`
    expect((await put('pages/terms', { ...page, body })).status).toBe(200)
    const longer = await put('pages/terms', { ...page, body: 'x'.repeat(60_001) })
    expect(longer.body.details.fields[0].field).toBe('body')
  })
})

test('an analyst reads the settings and changes none; a sign-in of long ago is enough', async () => {
  const analyst = await member(server, 'analyst')
  const look = await analyst.browser.send('GET', `${PATH}/look`)
  expect(look.status).toBe(200)
  expect((await put('look', look.body, analyst)).body.code).toBe('not_permitted')
  const manager = await member(server, 'manager')
  await ageSignIn(server, manager.id, 600)
  expect((await put('look', look.body, manager)).status).toBe(200)
})
