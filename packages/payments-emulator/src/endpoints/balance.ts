import { endpoint } from '../http/endpoint.ts'
import { LIST, listPage } from '../http/list.ts'
import { COMMON } from '../methods/params.ts'
import { presentBalance } from '../present/balance.ts'
import { presentTransaction } from '../present/balance-transaction.ts'
import { currency } from '../wire/currencies.ts'
import { noSuch } from '../wire/errors.ts'
import { text } from '../wire/params.ts'

const TRANSACTION_LIST = { ...LIST, currency, source: text(), type: text() }

/** https://docs.stripe.com/api/balance and /balance_transactions */
export const balance = [
  endpoint({
    method: 'GET',
    path: '/v1/balance',
    access: 'secret',
    params: COMMON,
    handle: ({ store }) => presentBalance(store),
  }),
  endpoint({
    method: 'GET',
    path: '/v1/balance_transactions',
    access: 'secret',
    params: TRANSACTION_LIST,
    handle: ({ store }, { params }) => {
      const matching = store.transactions
        .newestFirst()
        .filter(({ currency: code }) => [undefined, code].includes(params.currency))
        .filter(({ sourceId }) => [undefined, sourceId].includes(params.source))
        .filter(({ type }) => params.type === undefined || type === params.type)
      return listPage('/v1/balance_transactions', matching, params, presentTransaction)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/balance_transactions/:id',
    access: 'secret',
    params: COMMON,
    handle: ({ store }, { id }) => {
      const transaction = store.transactions.get(id)
      if (!transaction) throw noSuch('balance_transaction', id, 'id')
      return presentTransaction(transaction)
    },
  }),
]
