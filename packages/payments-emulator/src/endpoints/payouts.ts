import { endpoint } from '../http/endpoint.ts'
import { LIST, listPage } from '../http/list.ts'
import { COMMON } from '../methods/params.ts'
import { createPayout, PAYOUT } from '../payouts/payout.ts'
import { presentPayout } from '../present/payout.ts'
import { noSuch } from '../wire/errors.ts'
import { text } from '../wire/params.ts'

/** https://docs.stripe.com/api/payouts */
export const payouts = [
  endpoint({
    method: 'POST',
    path: '/v1/payouts',
    access: 'secret',
    params: PAYOUT,
    handle: (work, { params }) => presentPayout(createPayout(work, params)),
  }),
  endpoint({
    method: 'GET',
    path: '/v1/payouts',
    access: 'secret',
    params: { ...LIST, status: text() },
    handle: ({ store }, { params }) => {
      const matching = store.payouts
        .newestFirst()
        .filter(({ status }) => params.status === undefined || status === params.status)
      return listPage('/v1/payouts', matching, params, presentPayout)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/payouts/:id',
    access: 'secret',
    params: COMMON,
    handle: ({ store }, { id }) => {
      const payout = store.payouts.get(id)
      if (!payout) throw noSuch('payout', id, 'payout')
      return presentPayout(payout)
    },
  }),
]
