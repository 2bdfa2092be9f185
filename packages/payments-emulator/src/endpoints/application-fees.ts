import { refundApplicationFee } from '../accounts/application-fee.ts'
import { endpoint } from '../http/endpoint.ts'
import { LIST, listPage } from '../http/list.ts'
import { COMMON } from '../methods/params.ts'
import { presentApplicationFee, presentFeeRefund } from '../present/application-fee.ts'
import type { ApplicationFeeRecord } from '../store/records.ts'
import { noSuch } from '../wire/errors.ts'
import { integer, text } from '../wire/params.ts'
import type { Work } from '../work.ts'

/** https://docs.stripe.com/api/application_fees: of the platform's own charges on accounts. */
export const applicationFees = [
  endpoint({
    method: 'GET',
    path: '/v1/application_fees',
    access: 'secret',
    params: { ...LIST, charge: text() },
    handle: ({ store }, { params }) => {
      const matching = (store.account === null ? store.applicationFees.newestFirst() : []).filter(
        ({ chargeId }) => [undefined, chargeId].includes(params.charge),
      )
      return listPage('/v1/application_fees', matching, params, presentApplicationFee)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/application_fees/:id',
    access: 'secret',
    params: COMMON,
    handle: (work, { id }) => presentApplicationFee(find(work, id)),
  }),
  endpoint({
    method: 'POST',
    path: '/v1/application_fees/:id/refunds',
    access: 'secret',
    params: { ...COMMON, amount: integer(1) },
    handle: (work, { id, params }) => {
      const fee = find(work, id)
      const amountMinor = params.amount ?? fee.amountMinor - fee.refundedMinor
      const changed = refundApplicationFee(work, fee, amountMinor)
      const refund = changed.refunds.at(-1)
      return refund ? presentFeeRefund(changed, refund) : {}
    },
  }),
]

function find({ store }: Work, id: string): ApplicationFeeRecord {
  const fee = store.account === null ? store.applicationFees.get(id) : undefined
  if (!fee) throw noSuch('application_fee', id, 'id')
  return fee
}
