import { STAFF_MAIL_KINDS } from '@foyer/domain'
import { describe, expect, it } from 'vitest'
import { brand } from './samples.ts'
import { staffSamples } from './staff-samples.ts'
import { renderStaffMail } from './templates.tsx'

const all = Object.entries(staffSamples)

it('has a template for every kind of mail to staff', () => {
  expect(new Set(all.map(([, mail]) => mail.kind))).toEqual(new Set(STAFF_MAIL_KINDS))
})

describe.each(all)('%s', (_, mail) => {
  it('has a text alternative that is reviewed as a snapshot', async () => {
    const { subject, text } = await renderStaffMail(mail)
    expect(`Subject: ${subject}\n\n${text}`).toMatchSnapshot()
  })

  it('has one action, both themes and no script', async () => {
    const { html } = await renderStaffMail(mail)
    expect(html.split('data-text="action"')).toHaveLength(2)
    expect(html).toContain(`href="${mail.url}"`)
    expect(html).toContain('@media (prefers-color-scheme:dark)')
    expect(html).not.toMatch(/<(script|link|iframe|form|img)\b/)
  })
})

it('shows no address that a stranger typed as a name', async () => {
  const { subject, html } = await renderStaffMail({
    kind: 'invitation',
    brand,
    data: { organizer: 'Win at evil.example', role: 'gate', invitedBy: 'Call 0800 123456 now' },
    url: 'https://tickets.example.com/admin/invitation#abc',
  })
  expect(subject + html).not.toMatch(/evil\.example|123456/)
})
