import { endpoint } from '../http/endpoint.ts'
import { LIST, listPage } from '../http/list.ts'
import { COMMON } from '../methods/params.ts'
import { presentEvent } from '../present/event.ts'
import { noSuch } from '../wire/errors.ts'
import { list, text } from '../wire/params.ts'

const EVENT_LIST = { ...LIST, type: text(), types: list(text()) }

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
        .filter(({ type }) => types?.includes(type) ?? true)
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
      if (!event) throw noSuch('event', id, 'id')
      return presentEvent(event)
    },
  }),
]
