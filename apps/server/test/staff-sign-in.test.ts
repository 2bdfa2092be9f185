import { rawRequest, serverForTests } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import {
  columnsWith,
  linkTo,
  newEmail,
  PASSWORD,
  signedUp,
  signIn,
  staffMailsTo,
} from './support/staff.ts'

const server = serverForTests({ jobs: false })
const STAFF = '/api/platform/staff'

const cookieOf = (headers: Headers) => headers.getSetCookie().join('\n')

describe('a sign-up', () => {
  test('sends a link, with which the account is made and signed in', async () => {
    const browser = server.browser()
    const email = newEmail()
    const sent = await browser.send('POST', `${STAFF}/sign-up`, { name: 'Ada', email })
    expect([sent.status, sent.body]).toEqual([200, { sent: true }])
    expect((await browser.send('GET', `${STAFF}/me`)).status).toBe(401)
    const token = await linkTo(server, email)
    const link = await browser.send('POST', `${STAFF}/link`, { token })
    expect(link.body).toMatchObject({ kind: 'sign_up', email, name: 'Ada', hasAccount: false })
    const body = { token, name: 'Ada L', password: PASSWORD }
    const made = await browser.send('POST', `${STAFF}/sign-up/complete`, body)
    expect([made.status, made.body.me]).toEqual([
      201,
      expect.objectContaining({ name: 'Ada L', email, organizers: [], mayRegister: true }),
    ])
    expect(cookieOf(made.headers)).toMatch(
      /^foyer_staff=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict\nfoyer_staff_browser=/,
    )
    const me = await browser.send('GET', `${STAFF}/me`)
    expect([me.status, me.body.session.factor]).toEqual([200, 'link'])
    expect(me.body).toMatchObject({ username: email, role: 'user', createdAt: expect.any(String) })
    // The link works once.
    const again = await server.browser().send('POST', `${STAFF}/sign-up/complete`, body)
    expect([again.status, again.body.code]).toEqual([410, 'link_ended'])
  })

  test('with an address that has an account gets the same answer, and another mail', async () => {
    const { email } = await signedUp(server)
    const answer = await server.browser().send('POST', `${STAFF}/sign-up`, { name: 'Eve', email })
    expect([answer.status, answer.body]).toEqual([200, { sent: true }])
    const [mail] = await staffMailsTo(server, email)
    expect(mail?.subject).toBe('You have an account at Foyer already')
    expect(mail?.text).not.toContain('#')
    expect(mail?.text).not.toContain('Eve')
  })

  test('makes no account before its link is opened', async () => {
    const email = newEmail()
    await server.browser().send('POST', `${STAFF}/sign-up`, { name: 'Eve', email })
    const rows = await server.sql('select 1 from staff_people where email = $1', [email])
    expect(rows).toEqual([])
  })

  test.each([
    ['too short', 'short', 'validation_failed'],
    ['common', 'password1234', 'password_refused'],
    ['made of the name', 'AdaLovelace1', 'password_refused'],
  ])('refuses a password that is %s, and its link still works', async (_, password, code) => {
    const browser = server.browser()
    const email = newEmail()
    const name = 'Ada Lovelace'
    await browser.send('POST', `${STAFF}/sign-up`, { name, email })
    const token = await linkTo(server, email)
    const path = `${STAFF}/sign-up/complete`
    const refusal = await browser.send('POST', path, { token, name, password })
    expect([refusal.status, refusal.body.code]).toEqual([400, code])
    const made = await browser.send('POST', path, { token, name, password: PASSWORD })
    expect(made.status).toBe(201)
  })

  test('is not possible for the link of an earlier sign-up of the same address', async () => {
    const browser = server.browser()
    const email = newEmail()
    await browser.send('POST', `${STAFF}/sign-up`, { name: 'Ada', email })
    const first = await linkTo(server, email)
    await browser.send('POST', `${STAFF}/sign-up`, { name: 'Ada', email })
    const answer = await browser.send('POST', `${STAFF}/link`, { token: first })
    expect(answer.body.code).toBe('link_ended')
  })
})

describe('a sign-in', () => {
  test('with the password begins a session; a sign-out ends it, also for a copy of its cookie', async () => {
    const { email, name } = await signedUp(server)
    const browser = server.browser()
    const answer = await signIn(browser, email)
    expect([answer.status, answer.body.state, answer.body.me.name]).toEqual([200, 'open', name])
    const copy = server.browser()
    copy.setCookie('foyer_staff', browser.cookies.get('foyer_staff') ?? '')
    expect((await copy.send('GET', `${STAFF}/me`)).status).toBe(200)
    const out = await browser.send('POST', `${STAFF}/sign-out`)
    expect(out.body).toEqual({ signedOut: true })
    expect(cookieOf(out.headers)).toContain('foyer_staff=; Max-Age=0')
    expect((await copy.send('GET', `${STAFF}/me`)).body.code).toBe('not_signed_in')
  })

  test('gets the same answer for a wrong password and an unknown address', async () => {
    const { email } = await signedUp(server)
    const answers = [
      await signIn(server.browser(), email, 'not the password'),
      await signIn(server.browser(), newEmail('nobody'), 'not the password'),
    ]
    for (const { status, body, headers } of answers) {
      expect([status, body.code]).toEqual([401, 'credentials_wrong'])
      expect(headers.getSetCookie()).toEqual([])
    }
    expect(answers[0]?.body).toEqual(answers[1]?.body)
  })

  test('replaces the token of the session before, so that a planted cookie signs nobody in', async () => {
    const eve = await signedUp(server)
    const planted = eve.browser.cookies.get('foyer_staff') ?? ''
    const ada = await signedUp(server)
    const browser = server.browser()
    browser.setCookie('foyer_staff', planted)
    await signIn(browser, ada.email)
    expect(browser.cookies.get('foyer_staff')).not.toBe(planted)
    expect((await browser.send('GET', `${STAFF}/me`)).body.email).toBe(ada.email)
    // The planted session has ended: nobody shares a session with anybody.
    expect((await eve.browser.send('GET', `${STAFF}/me`)).status).toBe(401)
  })

  test('with a new browser is reported by mail, and not with a known one', async () => {
    const { email, browser } = await signedUp(server)
    await browser.send('POST', `${STAFF}/sign-out`)
    await signIn(browser, email)
    expect((await staffMailsTo(server, email)).map(({ kind }) => kind)).toEqual(['sign_up'])
    const other = server.browser({ 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' })
    await signIn(other, email)
    const [mail] = await staffMailsTo(server, email)
    expect(mail?.subject).toBe('A new sign-in at Foyer')
    expect(mail?.text).toContain('Firefox on Windows')
    expect(mail?.text).toContain('127.0.0.0')
  })
})

describe('guesses of a password', () => {
  test('have to wait longer and longer, and the right password is not even tried meanwhile', async () => {
    const { email } = await signedUp(server)
    const guess = (password: string) => signIn(server.browser(), email, password)
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await guess('not the password')).body.code).toBe('credentials_wrong')
    }
    const sixth = await guess('not the password')
    expect([sixth.status, sixth.body.code]).toEqual([429, 'rate_limited'])
    expect(sixth.body.details.retryAfterSeconds).toBeLessThanOrEqual(2)
    expect((await guess(PASSWORD)).status).toBe(429)
    await server.sql(`update staff_attempts set wait_until = now() - interval '1 second'`)
    expect((await guess('not the password')).body.code).toBe('credentials_wrong')
    const next = await guess(PASSWORD)
    expect(next.body.details.retryAfterSeconds).toBeGreaterThan(2)
  })

  test('at the same moment count each other', async () => {
    const { email } = await signedUp(server)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signIn(server.browser(), email, 'not the password')),
    )
    const codes = answers.map(({ body }) => body.code)
    expect(codes.filter((code) => code === 'credentials_wrong')).toHaveLength(5)
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(15)
  })

  test('do not lock the person out of a browser that they have used before', async () => {
    const { email, browser } = await signedUp(server)
    await browser.send('POST', `${STAFF}/sign-out`)
    for (let tries = 0; tries < 6; tries += 1) await signIn(server.browser(), email, 'guess guess')
    expect((await signIn(server.browser(), email)).status).toBe(429)
    expect((await signIn(browser, email)).status).toBe(200)
  })

  test('do not lock anybody out who chooses a new password by mail', async () => {
    const { email } = await signedUp(server)
    for (let tries = 0; tries < 6; tries += 1) await signIn(server.browser(), email, 'guess guess')
    const browser = server.browser()
    await browser.send('POST', `${STAFF}/reset`, { email })
    const body = { token: await linkTo(server, email), password: 'another four words' }
    expect((await browser.send('POST', `${STAFF}/reset/complete`, body)).status).toBe(200)
    expect((await signIn(browser, email, 'another four words')).status).toBe(200)
  })
})

describe('a request that a page of another site causes', () => {
  test.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['from a subdomain', { 'sec-fetch-site': 'same-site' }],
    ['with another origin', { origin: 'https://evil.example' }],
  ])('%s is refused, whether it is a read, a change or a sign-in', async (_, headers) => {
    const { browser, email } = await signedUp(server)
    const body = { email, password: PASSWORD }
    const answers = [
      await browser.send('GET', `${STAFF}/me`, undefined, headers),
      await browser.send('POST', `${STAFF}/sign-out`, undefined, headers),
      await server.browser().send('POST', `${STAFF}/sign-in`, body, headers),
    ]
    for (const answer of answers) {
      expect([answer.status, answer.body.code]).toEqual([403, 'wrong_origin'])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    // Control: nothing was ended, and the page itself may call.
    const own = { 'sec-fetch-site': 'same-origin', origin: server.url }
    expect((await browser.send('GET', `${STAFF}/me`, undefined, own)).status).toBe(200)
  })
})

describe('a session', () => {
  test('ends after half a day without use, and after 30 days however it is used', async () => {
    const { browser, id } = await signedUp(server)
    const meAfter = async (change: string) => {
      await server.sql(`update staff_sessions set ${change} where person_id = $1`, [id])
      return (await browser.send('GET', `${STAFF}/me`)).status
    }
    expect(await meAfter(`seen_at = now() - interval '11 hours'`)).toBe(200)
    // The call above has used it.
    const [row] = await server.sql<{ isFresh: boolean }>(
      `select seen_at > now() - interval '1 minute' as "isFresh" from staff_sessions
       where person_id = $1`,
      [id],
    )
    expect(row?.isFresh).toBe(true)
    expect(await meAfter(`seen_at = now() - interval '12 hours 1 minute'`)).toBe(401)
    expect(await meAfter(`seen_at = now(), ends_at = now() - interval '1 second'`)).toBe(401)
  })

  test.each(['', 'x', 'a'.repeat(43), "' or true --"])(
    'is not opened by the token %j',
    async (token) => {
      const browser = server.browser()
      browser.setCookie('foyer_staff', token)
      expect((await browser.send('GET', `${STAFF}/me`)).status).toBe(401)
    },
  )

  test('exists on the main host alone', async () => {
    await server.build.tenant({ slug: 'harbor' })
    await server.foyer.context.tenants.reload()
    const { browser } = await signedUp(server)
    const cookie = `foyer_staff=${browser.cookies.get('foyer_staff')}`
    const statusOf = async (headers: Record<string, string>) => {
      const path = `${STAFF}/me`
      return (await rawRequest(server.url, { path, headers: { cookie, ...headers } })).status
    }
    expect(await statusOf({})).toBe(200)
    expect(await statusOf({ host: 'harbor.localhost' })).toBe(404)
    expect(await statusOf({ 'x-brand-path': 'harbor' })).toBe(404)
  })
})

describe('a new password by mail', () => {
  test('ends all sessions, works once, and is reported', async () => {
    const { email, browser } = await signedUp(server)
    const asked = await server.browser().send('POST', `${STAFF}/reset`, { email })
    expect(asked.body).toEqual({ sent: true })
    const token = await linkTo(server, email)
    const path = `${STAFF}/reset/complete`
    const body = { token, password: 'another four words' }
    const guest = server.browser()
    const done = await guest.send('POST', path, body)
    expect([done.status, done.body]).toEqual([200, { email }])
    expect(done.headers.getSetCookie()).toEqual([])
    expect((await browser.send('GET', `${STAFF}/me`)).status).toBe(401)
    expect((await guest.send('POST', path, body)).body.code).toBe('link_ended')
    expect((await signIn(guest, email)).status).toBe(401)
    expect((await signIn(guest, email, 'another four words')).status).toBe(200)
    const kinds = (await staffMailsTo(server, email)).map(({ kind }) => kind)
    expect(kinds).toContain('account_changed')
  })

  test('is not offered to an address without an account, with the same answer', async () => {
    const email = newEmail('nobody')
    const answer = await server.browser().send('POST', `${STAFF}/reset`, { email })
    expect([answer.status, answer.body]).toEqual([200, { sent: true }])
    expect(await staffMailsTo(server, email)).toEqual([])
  })

  test('costs the same writes whether the address has an account or not, and so does a sign-up', async () => {
    const { email } = await signedUp(server)
    const stranger = newEmail('nobody')
    const rowsOf = async (path: string, address: string) => {
      await server.browser().send('POST', `${STAFF}/${path}`, { name: 'Eve', email: address })
      const queued = await server.sql(
        `select m.kind, m.sealed_token is not null as "hasLink", count(l.digest)::integer as links
         from staff_mails m left join staff_links l on l.email = m.recipient and l.kind = m.kind
         where m.recipient = $1 and m.state = 'queued' group by m.id`,
        [address],
      )
      await staffMailsTo(server, address)
      return queued
    }
    const one = (kind: string) => [{ kind, hasLink: true, links: 1 }]
    expect(await rowsOf('reset', email)).toEqual(one('reset'))
    expect(await rowsOf('reset', stranger)).toEqual(one('reset'))
    expect(await rowsOf('sign-up', email)).toEqual(one('sign_up'))
    // Nothing is kept of a stranger who was sent nothing, and no link that nobody was sent.
    const left = await server.sql(
      `select recipient from staff_mails where recipient = $1
       union all select email from staff_links where email in ($1, $2) and kind = 'sign_up'`,
      [stranger, email],
    )
    expect(left).toEqual([])
    expect(await rowsOf('sign-up', stranger)).toEqual(one('sign_up'))
  })

  test('is sent a few times, then only after a wait, whether there is an account or not', async () => {
    const { email } = await signedUp(server)
    const statuses = async (address: string) => {
      const answers: number[] = []
      for (let tries = 0; tries < 6; tries += 1) {
        const answer = await server.browser().send('POST', `${STAFF}/reset`, { email: address })
        answers.push(answer.status)
      }
      return answers
    }
    expect(await statuses(email)).toEqual([200, 200, 200, 200, 200, 429])
    expect(await statuses(newEmail('nobody'))).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('is sent however often somebody else has signed up with the address', async () => {
    const { email } = await signedUp(server)
    const { context } = server.foyer
    const { clock } = context
    const now = clock()
    // No wait ends meanwhile.
    context.clock = () => now
    const post = async (path: string, body: object) =>
      (await server.browser().send('POST', `${STAFF}/${path}`, body)).status
    try {
      for (const status of [200, 200, 200, 200, 429]) {
        expect(await post('sign-up', { name: 'Stranger', email })).toBe(status)
      }
      expect(await post('reset', { email })).toBe(200)
    } finally {
      context.clock = clock
    }
  })

  test('is not set by a link that is too old', async () => {
    const { email } = await signedUp(server)
    await server.browser().send('POST', `${STAFF}/reset`, { email })
    const token = await linkTo(server, email)
    await server.sql(`update staff_links set ends_at = now() - interval '1 second'`)
    const body = { token, password: 'another four words' }
    const answer = await server.browser().send('POST', `${STAFF}/reset/complete`, body)
    expect([answer.status, answer.body.code]).toEqual([410, 'link_ended'])
  })
})

test('the database has no token of a session, a browser or a link, and no password', async () => {
  const { browser, email } = await signedUp(server)
  await browser.send('POST', `${STAFF}/reset`, { email })
  const [queued] = await server.sql<{ sealed: string }>(
    `select sealed_token as sealed from staff_mails where kind = 'reset' and state = 'queued'`,
  )
  expect(queued?.sealed).toMatch(/^[\w-]{60,}$/)
  const link = await linkTo(server, email)
  const secrets = [...browser.cookies.values(), link, PASSWORD]
  expect(secrets).toHaveLength(4)
  for (const secret of secrets) expect(await columnsWith(server, secret)).toEqual([])
  // Control: the search finds what is stored.
  expect(await columnsWith(server, email)).toContain('staff_people.email')
  // A mail that was sent keeps no link.
  const kept = await server.sql('select 1 from staff_mails where sealed_token is not null')
  expect(kept).toEqual([])
})
