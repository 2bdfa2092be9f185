import { closeDispute, updateDispute } from '../disputes/dispute.ts'
import { DISPUTE } from '../disputes/params.ts'
import { endpoint } from '../http/endpoint.ts'
import { LIST, listPage } from '../http/list.ts'
import { COMMON } from '../methods/params.ts'
import { presentDispute } from '../present/dispute.ts'
import type { DisputeRecord } from '../store/records.ts'
import { noSuch } from '../wire/errors.ts'
import { text } from '../wire/params.ts'
import type { Work } from '../work.ts'

/** https://docs.stripe.com/api/disputes */
export const disputes = [
  endpoint({
    method: 'GET',
    path: '/v1/disputes',
    access: 'secret',
    params: { ...LIST, charge: text(), payment_intent: text() },
    handle: ({ store }, { params }) => {
      const matching = store.disputes
        .newestFirst()
        .filter(({ intentId }) => [undefined, intentId].includes(params.payment_intent))
        .filter(({ chargeId }) => [undefined, chargeId].includes(params.charge))
      return listPage('/v1/disputes', matching, params, (dispute) => presentDispute(store, dispute))
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/disputes/:id',
    access: 'secret',
    params: COMMON,
    handle: (work, { id }) => presentDispute(work.store, find(work, id)),
  }),
  endpoint({
    method: 'POST',
    path: '/v1/disputes/:id',
    access: 'secret',
    params: DISPUTE,
    handle: (work, { id, params }) =>
      presentDispute(work.store, updateDispute(work, find(work, id), params)),
  }),
  endpoint({
    method: 'POST',
    path: '/v1/disputes/:id/close',
    access: 'secret',
    params: COMMON,
    handle: (work, { id }) => presentDispute(work.store, closeDispute(work, find(work, id))),
  }),
]

function find(work: Work, id: string): DisputeRecord {
  const dispute = work.store.disputes.get(id)
  if (!dispute) throw noSuch('dispute', id, 'dispute')
  return dispute
}
