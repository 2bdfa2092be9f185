import { endpoint } from '../http/endpoint.ts'
import { LIST, listPage } from '../http/list.ts'
import { COMMON } from '../methods/params.ts'
import { presentCharge } from '../present/charge.ts'
import { noSuch } from '../wire/errors.ts'
import { text } from '../wire/params.ts'

/** https://docs.stripe.com/api/charges: they are made by payment intents only. */
export const charges = [
  endpoint({
    method: 'GET',
    path: '/v1/charges',
    access: 'secret',
    params: { ...LIST, payment_intent: text() },
    handle: ({ store }, { params }) => {
      const matching = store.charges
        .newestFirst()
        .filter(({ intentId }) => [undefined, intentId].includes(params.payment_intent))
      return listPage('/v1/charges', matching, params, (charge) => presentCharge(store, charge))
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/charges/:id',
    access: 'secret',
    params: COMMON,
    handle: ({ store }, { id }) => {
      const charge = store.charges.get(id)
      if (!charge) throw noSuch('charge', id, 'id')
      return presentCharge(store, charge)
    },
  }),
]
