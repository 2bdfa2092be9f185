import { endpoint } from '../http/endpoint.ts'
import { LIST, listPage } from '../http/list.ts'
import { COMMON } from '../methods/params.ts'
import { presentRefund } from '../present/refund.ts'
import { createRefund, REFUND } from '../refunds/create.ts'
import { noSuch } from '../wire/errors.ts'
import { text } from '../wire/params.ts'

/** https://docs.stripe.com/api/refunds */
export const refunds = [
  endpoint({
    method: 'POST',
    path: '/v1/refunds',
    access: 'secret',
    params: REFUND,
    handle: (work, { params }) => presentRefund(work.store, createRefund(work, params)),
  }),
  endpoint({
    method: 'GET',
    path: '/v1/refunds',
    access: 'secret',
    params: { ...LIST, charge: text(), payment_intent: text() },
    handle: ({ store }, { params }) => {
      const matching = store.refunds
        .newestFirst()
        .filter(({ intentId }) => [undefined, intentId].includes(params.payment_intent))
        .filter(({ chargeId }) => [undefined, chargeId].includes(params.charge))
      return listPage('/v1/refunds', matching, params, (refund) => presentRefund(store, refund))
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/refunds/:id',
    access: 'secret',
    params: COMMON,
    handle: ({ store }, { id }) => {
      const refund = store.refunds.get(id)
      if (!refund) throw noSuch('refund', id, 'id')
      return presentRefund(store, refund)
    },
  }),
]
