import type { StoredMessage } from '../../adapters/mailer.ts'
import { type Html, html } from '../../html.ts'

/** A row of the outbox, with the mail that was sent for it, if any. */
export interface MailboxEntry {
  id: string
  kind: string
  state: string
  recipient: string
  last_error: string | null
  created_at: Date
  sent: StoredMessage | null
}

export const MAILBOX_VIEWS = ['mail', 'text', 'source'] as const
export type MailboxView = (typeof MAILBOX_VIEWS)[number]

const page = (title: string, folder: string, content: Html): string =>
  `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>${title}</title><link rel="stylesheet" href="${folder}mailbox.css"></head>
      <body><main>${content}</main></body></html>`.markup
  }`

/** The list at /dev/mail. */
export const mailboxPage = (entries: readonly MailboxEntry[]): string =>
  page(
    'Local mailbox',
    '',
    html`<h1>Local mailbox</h1>
      <p>${entries.length === 0 ? 'Nothing was sent yet.' : 'Newest first. Nothing leaves this machine.'}</p>
      ${
        entries.length > 0 &&
        html`<table><thead><tr><th>Subject</th><th>To</th>
        <th class="kind">Kind</th><th>State</th><th class="when">Queued</th></tr></thead>
        <tbody>${entries.map(row)}</tbody></table>`
      }`,
  )

const row = (entry: MailboxEntry): Html => html`<tr>
  <td><a href="mail/${entry.id}">${entry.sent?.subject ?? '(not sent yet)'}</a>
    ${entry.last_error && html`<small>${entry.last_error}</small>`}</td>
  <td>${entry.recipient}</td><td class="kind">${entry.kind}</td>
  <td><span class="state ${entry.state}">${entry.state}</span></td>
  <td class="when">${entry.created_at.toISOString().slice(0, 19).replace('T', ' ')}</td></tr>`

/** The page of one mail: its headers, and the mail itself, its text alternative, or its source. */
export const mailPage = (mail: StoredMessage, view: MailboxView): string =>
  page(
    mail.subject,
    '../',
    html`<p><a href="../mail">All mails</a></p><h1>${mail.subject}</h1>
      <dl>
        <dt>From</dt><dd>${mail.from.name} &lt;${mail.from.address}&gt;</dd>
        <dt>To</dt><dd>${mail.to}</dd>
        <dt>Sent</dt><dd>${mail.sentAt}</dd>
        <dt>Kind</dt><dd>${mail.kind}</dd>
        ${mail.files
          .filter(({ cid }) => !cid)
          .map(
            ({ name }) => html`<dt>File</dt>
            <dd><a href="${mail.id}/files/${encodeURIComponent(name)}">${name}</a></dd>`,
          )}
        <dt>Message-ID</dt><dd>&lt;${mail.id}@${mail.host}&gt;</dd>
      </dl>
      <nav>${MAILBOX_VIEWS.map(
        (name) => html`<a href="?view=${name}" ${name === view && html`aria-current="page"`}>
          ${name.charAt(0).toUpperCase() + name.slice(1)}</a>`,
      )}</nav>
      ${shown(mail, view)}`,
  )

function shown(mail: StoredMessage, view: MailboxView): Html {
  // Links of the mail open in new windows; no script in it may run, so it may have this origin, which
  // its pictures need.
  if (view === 'mail') {
    return html`<iframe title="The mail" src="${mail.id}/html"
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>`
  }
  return html`<pre>${view === 'text' ? mail.text : mail.html}</pre>`
}
