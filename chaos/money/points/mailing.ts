import type { CutPoint } from '../cut-point.ts'

const SENT = `select from mails m join orders o on o.tenant_id = m.tenant_id and o.id = m.order_id
  where o.cart_id = $1 and m.state = 'sent'`

/** A mail that the mail server accepted may be sent again, but under the same Message-ID. */
export const MAILING: readonly CutPoint[] = [
  {
    name: 'mail: server killed after the mail server accepted it, before that is stored',
    ends: { 'is gone': 'ticketed' },
    isSlow: true,
    async before({ rig, buyer }) {
      await buyer.upTo('order')
      await rig.provider.holdWebhooks()
    },
    break: async ({ rig }) => ({ happened: rig.mail.beforeNextYes(() => rig.server.end()) }),
    act: ({ buyer }) => buyer.do('order'),
    after: (scene) => scene.until(SENT, [scene.cartId]),
    async check({ rig, cartId }) {
      const rows = await rig.sql<{ id: string }>(
        `select m.id from mails m join orders o on o.tenant_id = m.tenant_id and o.id = m.order_id
         where o.cart_id = $1`,
        [cartId],
      )
      const ids = rig.mail.taken.filter((taken) =>
        rows.some(({ id }) => taken.startsWith(`<${id}@`)),
      )
      if (ids.length > 1 && new Set(ids).size === 1) return []
      return [{ kind: 'broken', text: `the mail server accepted ${ids.join(', ') || 'nothing'}` }]
    },
  },
]
