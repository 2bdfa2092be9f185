import { staffApi } from '@foyer/contract'
import { callOf } from '../../data/client.ts'
import { Form } from '../../shared/form.tsx'
import { TextAreaField } from '../../shared/more-fields.tsx'
import { exactText } from '../../shared/time.ts'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import type { OrderPart } from './desk-parts.ts'
import { refetchOrders } from './order-queries.ts'
import { momentText } from './order-texts.ts'

/** What colleagues wrote about an order, and a new note. */
export function NotesSection({ organizer, orderId, order, mayChange }: OrderPart) {
  return (
    <>
      {order.notes.length > 0 ? (
        <ol
          aria-label="Notes"
          className="divide-y divide-edge rounded-lg border border-edge text-sm"
        >
          {order.notes.map(({ id, at, person, note }) => (
            <li key={id} className="px-4 py-3">
              <p className="break-words whitespace-pre-line">{note}</p>
              <p className="mt-1 text-muted">
                {person.name || 'Somebody who left'},{' '}
                <time dateTime={at} title={exactText(at)}>
                  {momentText(at)}
                </time>
              </p>
            </li>
          ))}
        </ol>
      ) : (
        <p className="text-sm text-muted">No notes yet.</p>
      )}
      {mayChange && <NoteForm key={order.notes.length} slug={organizer.slug} orderId={orderId} />}
    </>
  )
}

function NoteForm({ slug, orderId }: { slug: string; orderId: string }) {
  const form = useOfficeForm({
    schema: staffApi.addOrderNote.body,
    values: { note: '' },
    problems: { note: 'Write a note of at most 2,000 characters.' },
    send: async (body) => {
      await callOf(slug)(staffApi.addOrderNote, { params: { orderId }, body })
      await refetchOrders(slug)
      return { note: '' }
    },
  })
  return (
    <Form form={form} submit="Add the note" submitVariant="quiet" label="New note" className="mt-4">
      <TextAreaField form={form} name="note" label="New note" />
    </Form>
  )
}
