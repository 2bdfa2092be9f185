import { keepOrder } from '../keep-order.ts'
import { finishPayment } from './finish-payment.ts'
import { completeFreeOrder, payByCard } from './pay.ts'

/** What a press of the button does, up to the kept order; fetched apart from the form. */
export const paying = { payByCard, completeFreeOrder, finishPayment, keepOrder }
export type Paying = typeof paying
