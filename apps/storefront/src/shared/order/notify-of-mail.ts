import { ApiError, orders } from '@foyer/contract'
import { notify, type ToastMessage } from '@foyer/ui'
import type { OrderCredential } from '../../data/queries.ts'
import type { AppContext } from '../app-context.tsx'
import { mailTexts } from '../purchase-text.ts'

const LOOK_MILLISECONDS = 500
/** How often an order is read until its mail was sent; 10 s in all. A toast is not shown longer. */
const LOOKS = 20

interface MailOfOrder {
  orderId: string
  credential: OrderCredential
}

interface MailMessages {
  /** As long as the mail is queued. */
  onItsWay: ToastMessage
  /** Once the mail server has accepted it. */
  sent: ToastMessage
}

/**
 * Reports what was done, and the mail about it: that it is on its way, and that it was sent only once it
 * was. A mail that is not delivered is reported as an error.
 */
async function notifyOfMail(
  { call }: Pick<AppContext, 'call'>,
  { orderId, credential }: MailOfOrder,
  { onItsWay, sent }: MailMessages,
): Promise<void> {
  const replace = notify(onItsWay)
  for (let look = 0; look < LOOKS; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS))
    const order = await call(orders.getOrder, { params: { orderId }, query: credential }).catch(
      () => null,
    )
    switch (order?.mail?.status) {
      case 'sent':
        return replace(sent)
      case 'bounced':
      case 'failed':
      case 'suppressed':
        return replace(failureOf(order?.mail?.problem ?? null))
      case 'held_back':
        return
    }
  }
}

const failureOf = (problem: string | null): ToastMessage => ({
  tone: 'danger',
  title: mailTexts.failedTitle,
  description: problem ?? mailTexts.failed,
})

/** The outcome of a confirmation that was asked for again: `isSent` and `message` are the server's. */
export function notifyOfResend(
  app: Pick<AppContext, 'call'>,
  of: MailOfOrder & { to: string },
  { isSent, message }: { isSent: boolean; message: string },
): Promise<void> | void {
  const sent = {
    tone: 'success',
    title: mailTexts.sentTitle,
    description: mailTexts.sent(of.to),
  } as const
  if (isSent) return void notify(sent)
  return notifyOfMail(app, of, {
    onItsWay: { title: mailTexts.onItsWayTitle, description: message },
    sent,
  })
}

/** A confirmation could not be asked for again. */
export const notifyOfFailedResend = (error: unknown): void =>
  void notify({
    tone: 'danger',
    title: mailTexts.failedTitle,
    // The server's text says when the limit ends.
    description:
      (error instanceof ApiError && error.code === 'rate_limited' && error.text) ||
      mailTexts.failed,
  })

/** A change of an order, and the mail about it. */
export const notifyOfChange = (
  app: Pick<AppContext, 'call'>,
  of: MailOfOrder,
  { title, text }: { title: string; text: string },
): Promise<void> => {
  const message = (mail: string) =>
    ({ tone: 'success', title, description: `${text} ${mail}` }) as const
  return notifyOfMail(app, of, {
    onItsWay: message(mailTexts.changeOnItsWay),
    sent: message(mailTexts.changeSent),
  })
}
