import { orderTag, staffApi, TAG_CHARACTERS } from '@foyer/contract'
import { Button, Field, Notice, TextInput } from '@foyer/ui'
import { X } from '@foyer/ui/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { callOf } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import type { OrderPart } from './desk-parts.ts'
import { refetchOrders, tagsQuery } from './order-queries.ts'

/** The tags of an order as chips, each with a button that takes it away, and a field for another one. */
export function TagsField({ organizer: { slug }, orderId, order, mayChange }: OrderPart) {
  const [typed, setTyped] = useState('')
  const listId = useId()
  const known = useQuery(tagsQuery(slug)).data?.tags ?? []
  const changing = useMutation({
    mutationFn: async (body: { add: string[]; remove: string[] }) => {
      await callOf(slug)(staffApi.changeOrderTags, { params: { orderId }, body })
      await refetchOrders(slug)
    },
  })
  const add = () => {
    const tag = orderTag.safeParse(typed)
    if (!tag.success) return
    changing.mutate({ add: [tag.data], remove: [] }, { onSuccess: () => setTyped('') })
  }
  return (
    <div className="mb-6">
      {order.tags.length > 0 && (
        <ul aria-label="Tags" className="mb-3 flex flex-wrap gap-2">
          {order.tags.map((tag) => (
            <li
              key={tag}
              className="flex min-w-0 items-center rounded-full border border-edge ps-3 pe-1 text-sm last:pe-1"
            >
              <span className="py-1.5 wrap-anywhere">{tag}</span>
              {mayChange ? (
                <button
                  type="button"
                  aria-label={`Take the tag ${tag} away`}
                  disabled={changing.isPending}
                  onClick={() => changing.mutate({ add: [], remove: [tag] })}
                  className="grid size-8 place-items-center rounded-full text-muted hover:text-text"
                >
                  <X aria-hidden="true" className="size-4" />
                </button>
              ) : (
                <span className="pe-2" />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <form
          aria-label="New tag"
          onSubmit={(event) => {
            event.preventDefault()
            add()
          }}
          className="flex max-w-96 items-end gap-3"
        >
          <div className="min-w-0 flex-1">
            <Field label="New tag">
              <TextInput
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                maxLength={TAG_CHARACTERS}
                list={listId}
                autoComplete="off"
                placeholder="press, wheelchair, school class"
              />
            </Field>
          </div>
          <datalist id={listId}>
            {known.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
          <Button type="submit" busy={changing.isPending} disabled={typed.trim() === ''}>
            Add
          </Button>
        </form>
      )}
      {changing.isError && (
        <Notice tone="danger" className="mt-3">
          {failureText(changing.error)}
        </Notice>
      )}
    </div>
  )
}
