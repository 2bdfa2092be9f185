import { rawRequest, serverForTests, until } from '@foyer/testkit'
import { generate } from 'otplib'
import { describe, expect, test } from 'vitest'
import { softPasskey } from './support/soft-passkey.ts'
import {
  ageSignIn,
  columnsWith,
  linkTo,
  signedUp,
  signIn,
  staffMailsTo,
  type TestPerson,
} from './support/staff.ts'

const server = serverForTests({ jobs: false })
const STAFF = '/api/platform/staff'
const ME = `${STAFF}/me`

/** Seconds for which a code of an authenticator app is shown. */
const STEP = 30

/**
 * A code of an authenticator app, now or some seconds ago. Waits for the next step if this one is about
 * to end, because the server would judge the code in another step than it was made in.
 */
async function codeOf(secret: string, secondsAgo = 0): Promise<string> {
  await until(
    async () => (Date.now() / 1000) % STEP,
    (second) => second < STEP - 3,
  )
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) - secondsAgo })
}

/** A person with an authenticator app. */
async function withTotp() {
  const person = await signedUp(server)
  const { body: made } = await person.browser.send('POST', `${ME}/totp`)
  const secret: string = made.secret
  // The code of the step before, so that the one of now is still unused.
  const code = await codeOf(secret, 30)
  const confirmed = await person.browser.send('PUT', `${ME}/totp`, { code })
  expect(confirmed.status).toBe(200)
  const recoveryCodes: string[] = confirmed.body.recoveryCodes
  return { ...person, secret, uri: made.uri, recoveryCodes }
}

const answer = (browser: TestPerson['browser'], code: string) =>
  browser.send('POST', `${STAFF}/sign-in/second-factor`, { code })

describe('an authenticator app', () => {
  test('is asked for after the password, and only its code opens the session', async () => {
    const { email, secret, uri, recoveryCodes } = await withTotp()
    expect(uri).toContain(`otpauth://totp/Foyer:${encodeURIComponent(email)}`)
    expect(recoveryCodes).toHaveLength(10)
    const browser = server.browser()
    const first = await signIn(browser, email)
    expect([first.status, first.body]).toEqual([
      200,
      { state: 'second_factor', factors: ['totp', 'recovery_code'] },
    ])
    const half = browser.cookies.get('foyer_staff')
    expect((await browser.send('GET', ME)).body.code).toBe('not_signed_in')
    const wrong = await answer(browser, '000000')
    expect([wrong.status, wrong.body.code, wrong.body.details]).toEqual([
      401,
      'second_factor_wrong',
      { triesLeft: 4 },
    ])
    const code = await codeOf(secret)
    const open = await answer(browser, ` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect([open.status, open.body.me.session.factor]).toEqual([200, 'totp'])
    expect(browser.cookies.get('foyer_staff')).not.toBe(half)
    expect((await browser.send('GET', ME)).status).toBe(200)
  })

  test('signs in again in one step, in a session that it began, and in no other', async () => {
    const { email, secret, id, browser: other, recoveryCodes } = await withTotp()
    // This session began with the link of the sign-up, so a thief of it could have added the app.
    expect((await answer(other, '000000')).body.code).toBe('not_signed_in')
    const browser = server.browser()
    await signIn(browser, email)
    await answer(browser, recoveryCodes[0] ?? '')
    await ageSignIn(server, id, 60)
    const before = browser.cookies.get('foyer_staff')
    const { body: me } = await browser.send('GET', ME)
    expect(me.session.secondFactors).toEqual(['totp', 'recovery_code'])
    expect(Date.parse(me.session.recentUntil)).toBeLessThan(Date.now())
    const again = await answer(browser, await codeOf(secret))
    expect(again.status).toBe(200)
    expect(Date.parse(again.body.me.session.recentUntil)).toBeGreaterThan(Date.now())
    // With a new token, as after every sign-in.
    expect(browser.cookies.get('foyer_staff')).not.toBe(before)
  })

  test('ends the session in which codes are guessed', async () => {
    const { email, recoveryCodes } = await withTotp()
    const browser = server.browser()
    await signIn(browser, email)
    expect((await answer(browser, recoveryCodes[0] ?? '')).status).toBe(200)
    const token = browser.cookies.get('foyer_staff') ?? ''
    await server.sql('update staff_sessions set tries = 5')
    expect((await answer(browser, '000000')).body.code).toBe('not_signed_in')
    const cookie = `foyer_staff=${token}`
    expect((await rawRequest(server.url, { path: ME, headers: { cookie } })).status).toBe(401)
  })

  test('gives no code that is accepted twice, also not by two requests at once', async () => {
    const { email, secret } = await withTotp()
    const [one, other] = [server.browser(), server.browser()]
    await signIn(one, email)
    await signIn(other, email)
    const code = await codeOf(secret)
    const answers = await Promise.all([answer(one, code), answer(other, code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('gives no code that is older than a minute', async () => {
    const { email, secret } = await withTotp()
    const browser = server.browser()
    await signIn(browser, email)
    expect((await answer(browser, await codeOf(secret, 90))).status).toBe(401)
  })

  test('asks for the password again after five wrong codes, and makes guesses wait', async () => {
    const { email, secret } = await withTotp()
    const browser = server.browser()
    await signIn(browser, email)
    for (let tries = 0; tries < 5; tries += 1) await answer(browser, '000000')
    const soon = await answer(browser, await codeOf(secret))
    expect([soon.status, soon.body.code]).toEqual([429, 'rate_limited'])
    await server.sql(`update staff_attempts set wait_until = now() - interval '1 second'`)
    const ended = await answer(browser, await codeOf(secret))
    expect([ended.status, ended.body.code]).toEqual([401, 'not_signed_in'])
    // With the password again, the next guesses go on where they were.
    await signIn(browser, email)
    const later = await answer(browser, '000000')
    expect(later.body.code).toBe('rate_limited')
  })

  test('does not count before a code of it was entered', async () => {
    const { browser, email } = await signedUp(server)
    await browser.send('POST', `${ME}/totp`)
    expect((await signIn(server.browser(), email)).body.state).toBe('open')
    const wrong = await browser.send('PUT', `${ME}/totp`, { code: '000000' })
    expect(wrong.body.code).toBe('second_factor_wrong')
    expect((await browser.send('GET', `${ME}/account`)).body.hasTotp).toBe(false)
    const other = await signedUp(server)
    const missing = await other.browser.send('PUT', `${ME}/totp`, { code: '000000' })
    expect(missing.body.code).toBe('second_factor_missing')
  })

  test('works until a code of the next one was entered', async () => {
    const { browser, email, secret } = await withTotp()
    await browser.send('POST', `${ME}/totp`)
    const guest = server.browser()
    await signIn(guest, email)
    expect((await answer(guest, await codeOf(secret))).status).toBe(200)
  })

  test('is not asked for after it was removed, and its recovery codes are gone', async () => {
    const { browser, email } = await withTotp()
    const removed = await browser.send('DELETE', `${ME}/totp`)
    expect(removed.body).toMatchObject({ hasTotp: false, recoveryCodesLeft: null })
    expect((await signIn(server.browser(), email)).body.state).toBe('open')
    const changes = (await staffMailsTo(server, email)).map(({ subject }) => subject)
    expect(changes).toContain('The authenticator app was removed (Foyer)')
  })

  test('is asked for also after a new password by mail', async () => {
    const { email } = await withTotp()
    const guest = server.browser()
    await guest.send('POST', `${STAFF}/reset`, { email })
    const password = 'another four words'
    await guest.send('POST', `${STAFF}/reset/complete`, {
      token: await linkTo(server, email),
      password,
    })
    expect((await signIn(guest, email, password)).body.state).toBe('second_factor')
  })

  test('has its secret and its codes in no column of the database', async () => {
    const { secret, recoveryCodes } = await withTotp()
    const [first = ''] = recoveryCodes
    expect(await columnsWith(server, secret)).toEqual([])
    expect(await columnsWith(server, first)).toEqual([])
    expect(await columnsWith(server, first.replace('-', ''))).toEqual([])
  })
})

describe('a recovery code', () => {
  test('stands in for the app once, however it is typed, and is reported', async () => {
    const { email, recoveryCodes, browser } = await withTotp()
    const [code = ''] = recoveryCodes
    const guest = server.browser()
    await signIn(guest, email)
    const typed = code.replace('-', ' ').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
    const open = await answer(guest, typed)
    expect([open.status, open.body.me.session.factor]).toEqual([200, 'recovery_code'])
    const account = await browser.send('GET', `${ME}/account`)
    expect(account.body.recoveryCodesLeft).toBe(9)
    const again = server.browser()
    await signIn(again, email)
    expect((await answer(again, code)).status).toBe(401)
    const subjects = (await staffMailsTo(server, email)).map(({ subject }) => subject)
    expect(subjects).toContain('A recovery code was used to sign in (Foyer)')
  })

  test('of another person opens nothing', async () => {
    const ada = await withTotp()
    const eve = await withTotp()
    const guest = server.browser()
    await signIn(guest, ada.email)
    expect((await answer(guest, eve.recoveryCodes[0] ?? '')).status).toBe(401)
  })

  test('is replaced with all others by new ones', async () => {
    const { browser, email, recoveryCodes } = await withTotp()
    const renewed = await browser.send('POST', `${ME}/recovery-codes`)
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    const guest = server.browser()
    await signIn(guest, email)
    expect((await answer(guest, recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await answer(guest, renewed.body.recoveryCodes[0])).status).toBe(200)
    const other = await signedUp(server)
    const none = await other.browser.send('POST', `${ME}/recovery-codes`)
    expect(none.body.code).toBe('second_factor_missing')
  })
})

describe('a passkey', () => {
  const newPasskey = () => softPasskey({ origin: server.foyer.context.origin() })

  async function withPasskey() {
    const person = await signedUp(server)
    const passkey = newPasskey()
    const { body: options } = await person.browser.send('POST', `${ME}/passkeys/options`)
    const added = await person.browser.send('POST', `${ME}/passkeys`, {
      name: 'Laptop',
      passkey: passkey.create(options.challenge),
    })
    expect([added.status, added.body.recoveryCodes.length]).toEqual([201, 10])
    return { ...person, passkey, options }
  }

  const challengeFor = async (browser: TestPerson['browser']): Promise<string> =>
    (await browser.send('POST', `${STAFF}/sign-in/passkey/options`)).body.challenge

  const use = (browser: TestPerson['browser'], body: unknown) =>
    browser.send('POST', `${STAFF}/sign-in/passkey`, body)

  test('signs in without a password, and is a second factor for the password', async () => {
    const { email, passkey, options, id } = await withPasskey()
    expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(id)
    const browser = server.browser()
    const open = await use(browser, passkey.get(await challengeFor(browser)))
    expect([open.status, open.body.me]).toEqual([
      200,
      expect.objectContaining({ email, session: expect.objectContaining({ factor: 'passkey' }) }),
    ])
    expect((await browser.send('GET', ME)).status).toBe(200)
    const account = await browser.send('GET', `${ME}/account`)
    expect(account.body.passkeys).toMatchObject([
      { name: 'Laptop', lastUsedAt: expect.any(String) },
    ])
    const other = server.browser()
    expect((await signIn(other, email)).body).toEqual({
      state: 'second_factor',
      factors: ['passkey', 'recovery_code'],
    })
    expect((await use(other, passkey.get(await challengeFor(other)))).status).toBe(200)
  })

  test('is accepted once per challenge, for this site, from a verified person, with its own key', async () => {
    const { passkey } = await withPasskey()
    const browser = server.browser()
    const codeOf = async (body: unknown) => (await use(browser, body)).body.code
    const challenge = await challengeFor(browser)
    const refused = 'passkey_not_accepted'
    expect(await codeOf(passkey.get('x'.repeat(43)))).toBe(refused)
    expect(await codeOf(newPasskey().get(challenge))).toBe(refused)
    const elsewhere = passkey.get(await challengeFor(browser), { from: 'https://evil.example' })
    expect(await codeOf(elsewhere)).toBe(refused)
    const unverified = passkey.get(await challengeFor(browser), { isVerified: false })
    expect(await codeOf(unverified)).toBe(refused)
    const forged = passkey.get(challenge)
    forged.response.signature = newPasskey().get(challenge).response.signature
    expect(await codeOf(forged)).toBe(refused)
    expect((await browser.send('GET', ME)).status).toBe(401)
    const next = await challengeFor(browser)
    const right = passkey.get(next)
    expect(await codeOf(right)).toBeUndefined()
    expect(await codeOf(right)).toBe(refused)
    expect(await codeOf(passkey.get(next))).toBe(refused)
  })

  test('is not made for the challenge of another person or of a sign-in', async () => {
    const ada = await signedUp(server)
    const eve = await signedUp(server)
    const { body } = await ada.browser.send('POST', `${ME}/passkeys/options`)
    const add = (browser: TestPerson['browser'], challenge: string) =>
      browser.send('POST', `${ME}/passkeys`, { name: 'x', passkey: newPasskey().create(challenge) })
    expect((await add(eve.browser, body.challenge)).body.code).toBe('passkey_not_accepted')
    const ofSignIn = await challengeFor(eve.browser)
    expect((await add(eve.browser, ofSignIn)).body.code).toBe('passkey_not_accepted')
    // Control: the person whose challenge it is.
    expect((await add(ada.browser, body.challenge)).status).toBe(201)
  })

  test('that was removed signs nobody in, and nobody removes that of another person', async () => {
    const { browser, passkey } = await withPasskey()
    const { body } = await browser.send('GET', `${ME}/account`)
    const path = `${ME}/passkeys/${body.passkeys[0].id}`
    const eve = await signedUp(server)
    expect((await eve.browser.send('DELETE', path)).body.code).toBe('passkey_not_found')
    const removed = await browser.send('DELETE', path)
    expect(removed.body).toMatchObject({ passkeys: [], recoveryCodesLeft: null })
    const guest = server.browser()
    const refusal = await use(guest, passkey.get(await challengeFor(guest)))
    expect(refusal.body.code).toBe('passkey_not_accepted')
  })
})
