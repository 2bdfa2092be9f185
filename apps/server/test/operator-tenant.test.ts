import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rawRequest, serverForTests, until } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { runProgram } from './support/run-program.ts'

/** `npm run tenant`, as an operator runs it beside a running server. */
const server = serverForTests({ jobs: false })

const run = (...args: string[]) =>
  runProgram(new URL('../src/operator/tenant.ts', import.meta.url), args, {
    DATABASE_URL: server.databaseUrl,
    FOYER_DATA: server.dataDir,
    PUBLIC_URL: 'https://tickets.example.com',
    LOG_LEVEL: 'silent',
  })

/** The answer at a host of a server that has read the change. */
async function at(host: string, path = `/api/tenant?${crypto.randomUUID()}`) {
  await server.foyer.context.tenants.reload()
  return rawRequest(server.url, { path, headers: { host } })
}

async function fileWith(name: string, content: string): Promise<string> {
  const path = join(server.dataDir, name)
  await writeFile(path, content)
  return path
}

describe('npm run tenant', () => {
  test('creates an organizer with a domain, texts and a logo, and shows the result', async () => {
    const logo = await fileWith('logo.svg', '<svg viewBox="0 0 60 20"/>')
    const terms = await fileWith('terms.md', 'Be **kind**.')
    const made = await run(
      ...['roxy', '--create', '--name', 'The Roxy', '--email', 'box@roxy.example', '--hue', '25'],
      ...['--footer', 'Roxy Ltd.\n1 Main St', '--instagram', 'https://instagram.com/roxy'],
      ...['--domain', 'WWW.Roxy.example', '--logo', logo, '--currency', 'eur', '--locale', 'de-DE'],
      ...['--page', 'terms', '--title', 'House rules', '--body', terms],
    )
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toMatch(/^domain +www\.roxy\.example \(main\)$/m)
    expect(made.stdout).toMatch(/^page terms +House rules$/m)
    const { body } = await at('www.roxy.example')
    expect(body).toMatchObject({
      slug: 'roxy',
      name: 'The Roxy',
      hue: 25,
      currency: 'eur',
      locale: 'de-DE',
      supportEmail: 'box@roxy.example',
      footerText: 'Roxy Ltd.\n1 Main St',
      socialLinks: { instagram: 'https://instagram.com/roxy' },
      siteUrl: expect.stringMatching(/^http:\/\/www\.roxy\.example(:\d+)?$/),
    })
    expect((await at('www.roxy.example', body.logo.url)).status).toBe(200)
    const page = await at('www.roxy.example', '/api/pages/terms')
    expect(page.body).toMatchObject({ title: 'House rules', summary: 'Be kind.' })
  })

  test('changes only the named values, and removes values again', async () => {
    await run(
      ...['quay', '--create', '--name', 'Quay', '--email', 'a@quay.example', '--hue', '200'],
      ...['--domain', 'quay.example', '--x', 'https://x.com/quay', '--tagline', 'Wet.'],
    )
    await run('quay', '--domain', 'tickets.quay.example', '--main')
    expect((await at('quay.example')).body).toMatchObject({
      name: 'Quay',
      tagline: 'Wet.',
      socialLinks: { x: 'https://x.com/quay' },
      siteUrl: expect.stringContaining('tickets.quay.example'),
    })
    await run('quay', '--remove-domain', 'tickets.quay.example', '--x', '')
    // The answer is cached for some seconds.
    const { body } = await until(
      () => at('quay.example'),
      (answer) => answer.body.siteUrl.endsWith('/quay'),
    )
    expect(body).toMatchObject({ name: 'Quay', tagline: 'Wet.', socialLinks: {} })
  })

  test('sets the change policy from a file, shows it, and takes it back', {
    tags: ['night'],
  }, async () => {
    await run('elm', '--create', '--name', 'Elm', '--email', 'a@elm.example', '--hue', '90')
    const stored = () => server.sql("select change_policy from tenants where slug = 'elm'")
    const cancel = {
      isAllowed: true,
      untilMinutes: 60,
      shares: [{ untilMinutes: 60, ratePpm: 500_000 }],
      withFees: false,
    }
    const good = await fileWith('policy.json', JSON.stringify({ cancel }))
    const set = await run('elm', '--change-policy', good)
    expect(set).toMatchObject({ code: 0, stderr: '' })
    expect(set.stdout).toContain('"ratePpm":500000')
    expect(await stored()).toEqual([{ change_policy: { cancel } }])
    const bad = await fileWith('bad.json', JSON.stringify({ cancel: { ...cancel, until: 5 } }))
    const refused = await run('elm', '--change-policy', bad)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('policy.cancel')
    expect(await stored()).toEqual([{ change_policy: { cancel } }])
    await run('elm', '--remove-change-policy')
    expect(await stored()).toEqual([{ change_policy: null }])
  })

  test('resets a page to its default text', { tags: ['night'] }, async () => {
    const file = await fileWith('help.md', 'Ask.')
    await run('main', '--page', 'help', '--title', 'Ask us', '--body', file)
    await run('main', '--page', 'help', '--remove-page')
    expect((await at('localhost', '/api/pages/help')).body.title).toBe('Help Center')
  })

  test('gives a domain to an organizer whose name was reserved later', {
    tags: ['night'],
  }, async () => {
    await server.build.tenant({ slug: 'status' })
    expect(await run('status', '--domain', 'status.example')).toMatchObject({ code: 0 })
    expect((await at('status.example')).body.slug).toBe('status')
  })

  test('serves the first organizer of a deployment at its main address', async () => {
    const [main] = await server.sql(`select slug from tenants where is_default`)
    expect(main?.slug).toBe('main')
    await run('later', '--create', '--name', 'Later', '--email', 'a@later.example', '--hue', '1')
    expect(await server.sql(`select slug from tenants where is_default`)).toHaveLength(1)
  })

  test.each([
    ['without a name', [], 'Which organizer?'],
    ['for an unknown organizer', ['nobody'], '--create makes one'],
    [
      'for an organizer that exists already',
      ['main', '--create', '--name', 'x', '--email', 'a@b.example', '--hue', '1'],
      'already',
    ],
    [
      'for a name that is an address of the product',
      ['checkout', '--create'],
      'no address of the product',
    ],
    [
      'for a name that is reserved for a page of the product',
      ['privacy', '--create', '--name', 'x', '--email', 'a@b.example', '--hue', '1'],
      'no address of the product',
    ],
    [
      'for a name that could be an event’s id',
      ['f399c29c-d8ef-4fc1-8e96-adc7a84358d8', '--create'],
      'no address of the product',
    ],
    [
      'for a new organizer without an e-mail address',
      ['roxy2', '--create', '--name', 'x'],
      'needs --name, --email and --hue',
    ],
    ['with an unknown option', ['main', '--nmae', 'x'], '--nmae'],
    ['for an invalid hue', ['main', '--hue', '400'], '400'],
    ['for an unknown currency', ['main', '--currency', 'xxx'], 'xxx'],
    ['for an invalid locale', ['main', '--locale', '!'], 'no locale'],
    ['for an unsafe link', ['main', '--x', 'javascript:alert(1)'], 'no https:// address'],
    ['for the main host', ['main', '--domain', 'tickets.example.com'], 'is the main host'],
    ['for an invalid domain', ['main', '--domain', 'http://x'], 'no domain'],
    [
      'for an unknown page',
      ['main', '--page', 'jobs', '--title', 'x', '--body', 'x'],
      'none of about',
    ],
    ['for a missing file', ['main', '--logo', '/nowhere.svg'], 'ENOENT'],
    [
      'for a file that is no logo',
      ['main', '--logo', import.meta.filename],
      'A logo is an SVG, PNG',
    ],
  ])('ends with 2 %s, and changes nothing', { tags: ['night'] }, async (_, args, text) => {
    const before = await server.sql('select * from tenants order by tenant_id')
    const ended = await run(...args)
    expect([ended.code, ended.stdout]).toEqual([2, ''])
    expect(ended.stderr).toContain('No organizer was changed.')
    expect(ended.stderr).toContain(text)
    expect(await server.sql('select * from tenants order by tenant_id')).toEqual(before)
  })

  test('gives a domain to one organizer only, and a refusal changes nothing else', {
    tags: ['night'],
  }, async () => {
    await run('one', '--create', '--name', 'One', '--email', 'a@one.example', '--hue', '1')
    await run('two', '--create', '--name', 'Two', '--email', 'a@two.example', '--hue', '2')
    expect((await run('one', '--domain', 'both.example')).code).toBe(0)
    const ended = await run('two', '--domain', 'BOTH.example', '--name', 'Changed')
    expect(ended.stderr).toContain(`'both.example' belongs to another organizer.`)
    expect((await at('both.example')).body.slug).toBe('one')
    expect(await server.sql(`select name from tenants where slug = 'two'`)).toEqual([
      { name: 'Two' },
    ])
  })
})
