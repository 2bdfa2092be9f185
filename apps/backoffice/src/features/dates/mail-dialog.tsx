import { MESSAGE_CHARACTERS, MESSAGES_A_DAY, SUBJECT_CHARACTERS, staffApi } from '@foyer/contract'
import { Button, Dialog, Notice, notify } from '@foyer/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callOf } from '../../data/client.ts'
import { Form, TextField } from '../../shared/form.tsx'
import { TextAreaField } from '../../shared/more-fields.tsx'
import { requestKey } from '../../shared/request-key.ts'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import type { SessionDialogProps } from './progress-dialog.tsx'
import { messagesQuery } from './queries.ts'
import { counted, numberText, startText } from './texts.ts'

/** Writes to all buyers of a date, and shows what was written before and how far it is. */
export function MailDialog(props: SessionDialogProps) {
  const { session, info, open, onClose } = props
  return (
    <Dialog
      wide
      open={open}
      onClose={onClose}
      title="Mail the buyers of this date"
      description={startText(session.startsAt, info.timeZone)}
    >
      {open && <MailForm {...props} />}
    </Dialog>
  )
}

function MailForm({ reference: { organizer }, session, onClose }: SessionDialogProps) {
  const query = messagesQuery(organizer, session.id)
  const { data } = useQuery(query)
  const client = useQueryClient()
  const [key] = useState(requestKey)
  const form = useOfficeForm({
    schema: staffApi.mailSession.body,
    values: { key, subject: '', body: '' },
    problems: {
      subject: `Write a subject of at most ${SUBJECT_CHARACTERS} characters.`,
      body: `Write a text of at most ${numberText(MESSAGE_CHARACTERS)} characters.`,
    },
    send: async (body) => {
      const { mails } = await callOf(organizer)(staffApi.mailSession, {
        params: { sessionId: session.id },
        body,
      })
      await client.invalidateQueries({ queryKey: query.queryKey })
      notify({ tone: 'success', title: `${counted(mails, 'mail')} on the way` })
      onClose()
    },
  })
  const subject = form.watch('subject')
  const body = form.watch('body')
  return (
    <Form
      form={form}
      label="Mail"
      submit={data ? `Send ${counted(data.recipients, 'mail')}` : 'Send'}
      aside={<Button onClick={onClose}>Cancel</Button>}
    >
      <Notice>
        {data
          ? `Goes to ${counted(data.recipients, 'order')} with valid tickets, each once. A mail that was sent cannot be taken back. A shop may write ${MESSAGES_A_DAY} such mails a day.`
          : 'Counting who gets it.'}
      </Notice>
      <TextField form={form} name="subject" label="Subject" maxLength={SUBJECT_CHARACTERS} />
      <TextAreaField form={form} name="body" label="Text" maxLength={MESSAGE_CHARACTERS} />
      {(subject || body) && (
        <section
          aria-label="Preview"
          className="rounded-md border border-edge px-4 py-3 text-sm wrap-anywhere"
        >
          <p className="font-semibold">{subject}</p>
          <p className="mt-2 whitespace-pre-line">{body}</p>
          <p className="mt-2 text-muted">Below it, a link to the buyer’s order.</p>
        </section>
      )}
      {data && data.messages.length > 0 && (
        <section aria-label="Written before">
          <h3 className="mb-1.5 text-sm font-semibold">Written before</h3>
          <ul className="divide-y divide-edge rounded-md border border-edge text-sm">
            {data.messages.map((message) => (
              <li key={message.id} className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5">
                <span className="min-w-0 wrap-anywhere">{message.subject}</span>
                <span className="figures text-muted">
                  {numberText(message.sent)} of {counted(message.mails, 'mail')} sent
                  {message.failed > 0 && `, ${numberText(message.failed)} could not be`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Form>
  )
}
