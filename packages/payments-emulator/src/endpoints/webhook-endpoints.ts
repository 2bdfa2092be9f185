import type Stripe from 'stripe'
import { endpoint } from '../http/endpoint.ts'
import { LIST, listPage } from '../http/list.ts'
import { API_VERSION } from '../wire/api-version.ts'

/** https://docs.stripe.com/api/webhook_endpoints: the one that the emulator was made with, if any. */
export const webhookEndpoints = [
  endpoint({
    method: 'GET',
    path: '/v1/webhook_endpoints',
    access: 'secret',
    params: LIST,
    handle: ({ webhookUrl }, { params }) =>
      listPage(
        '/v1/webhook_endpoints',
        webhookUrl === null ? [] : [present(webhookUrl)],
        params,
        (webhook) => webhook,
      ),
  }),
]

const present = (url: string): Stripe.WebhookEndpoint => ({
  id: 'we_emulated',
  object: 'webhook_endpoint',
  api_version: API_VERSION,
  application: null,
  created: 0,
  description: null,
  enabled_events: ['*'],
  livemode: false,
  metadata: {},
  status: 'enabled',
  url,
})
