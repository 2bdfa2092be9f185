import { endpoint } from '../http/endpoint.ts'
import { LIST, listPage } from '../http/list.ts'
import { COMMON } from '../methods/params.ts'
import { presentEvent } from '../present/event.ts'
import type { EventRecord } from '../store/records.ts'
import { noSuch } from '../wire/errors.ts'
import { boolean, list, text } from '../wire/params.ts'

const EVENT_LIST = { ...LIST, delivery_success: boolean, type: text(), types: list(text()) }

/** The field `delivery_success`. An event without a webhook endpoint counts as delivered. */
const HAS_ARRIVED: Record<EventRecord['delivery'], boolean> = {
  none: true,
  delivered: true,
  pending: false,
  failed: false,
}

/** https://docs.stripe.com/api/events */
export const events = [
  endpoint({
    method: 'GET',
    path: '/v1/events',
    access: 'secret',
    params: EVENT_LIST,
    handle: ({ store }, { params }) => {
      const types = params.types ?? (params.type === undefined ? undefined : [params.type])
      const matching = store.events
        .newestFirst()
        .filter(({ account = null }) => account === store.account)
        .filter(({ type }) => types?.includes(type) ?? true)
        .filter(
          ({ delivery }) =>
            (params.delivery_success ?? HAS_ARRIVED[delivery]) === HAS_ARRIVED[delivery],
        )
      return listPage('/v1/events', matching, params, presentEvent)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/events/:id',
    access: 'secret',
    params: COMMON,
    handle: ({ store }, { id }) => {
      const event = store.events.get(id)
      if (!event || (event.account ?? null) !== store.account) throw noSuch('event', id, 'id')
      return presentEvent(event)
    },
  }),
]
