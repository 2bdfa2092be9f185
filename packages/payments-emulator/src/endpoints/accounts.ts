import { createAccount } from '../accounts/account.ts'
import { ACCOUNT, ACCOUNT_LINK } from '../accounts/params.ts'
import { endpoint } from '../http/endpoint.ts'
import { LIST, listPage } from '../http/list.ts'
import { COMMON } from '../methods/params.ts'
import { presentAccount } from '../present/account.ts'
import type { AccountRecord } from '../store/records.ts'
import { noSuch } from '../wire/errors.ts'
import { newId } from '../wire/ids.ts'
import { mergeMetadata } from '../wire/metadata.ts'
import type { Work } from '../work.ts'

const LINK_SECONDS = 300

/** https://docs.stripe.com/api/accounts and /account_links */
export const accounts = [
  endpoint({
    method: 'POST',
    path: '/v1/accounts',
    access: 'secret',
    params: ACCOUNT,
    handle: (work, { params }) => presentAccount(createAccount(work, params)),
  }),
  endpoint({
    method: 'GET',
    path: '/v1/accounts',
    access: 'secret',
    params: LIST,
    handle: ({ store }, { params }) =>
      listPage('/v1/accounts', store.accounts.newestFirst(), params, presentAccount),
  }),
  endpoint({
    method: 'GET',
    path: '/v1/accounts/:id',
    access: 'secret',
    params: COMMON,
    handle: (work, { id }) => presentAccount(find(work, id)),
  }),
  endpoint({
    method: 'POST',
    path: '/v1/accounts/:id',
    access: 'secret',
    params: ACCOUNT,
    handle: (work, { id, params }) => {
      const account = find(work, id)
      const { email = account.email, default_currency: currency = account.currency } = params
      const businessName = params.business_profile?.name ?? account.businessName
      const metadata = mergeMetadata(account.metadata, params.metadata)
      const changed = { ...account, email, currency, businessName, metadata }
      return presentAccount(work.store.accounts.save(changed))
    },
  }),
  endpoint({
    method: 'POST',
    path: '/v1/account_links',
    access: 'secret',
    params: ACCOUNT_LINK,
    handle: (work, { params }) => {
      const link = work.store.accountLinks.save({
        id: newId('link'),
        accountId: find(work, params.account).id,
        created: work.now,
        expiresAt: work.now + LINK_SECONDS,
        refreshUrl: params.refresh_url,
        returnUrl: params.return_url,
        isUsed: false,
      })
      return {
        object: 'account_link',
        created: link.created,
        expires_at: link.expiresAt,
        url: `${work.baseUrl}/onboarding/${link.id}`,
      }
    },
  }),
]

function find({ store }: Work, id: string): AccountRecord {
  const account = store.accounts.get(id)
  if (!account) throw noSuch('account', id, 'account')
  return account
}
