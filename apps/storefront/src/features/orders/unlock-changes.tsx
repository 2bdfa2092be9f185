import { useQueryClient } from '@tanstack/react-query'
import { orderQuery } from '../../data/queries.ts'
import { useNavigate } from '../../routing/hooks.ts'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../../shared/app-context.tsx'
import { EmailForm } from '../../shared/order/email-form.tsx'

/**
 * A link alone may be in anybody's hands, so it changes nothing: the address that the order was
 * bought with opens the whole of it.
 */
export function UnlockChanges({ orderId }: { orderId: string }) {
  const app = useApp()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const open = async (email: string) => {
    await queryClient.fetchQuery({ ...orderQuery(app, orderId, { email }), retry: false })
    await navigate({ ...paths.orderConfirmation(orderId, { email }), replace: true })
  }
  return (
    <section className="mt-6" aria-label="Change this order">
      <p className="mb-3 max-w-prose text-sm text-muted">
        To reschedule or upgrade, type the e-mail address that this order was bought with. A link
        alone shows only a part of an order.
      </p>
      <EmailForm action="Continue" onSubmit={open} />
    </section>
  )
}
