import { carts } from '@foyer/contract'
import type { FastifyInstance } from 'fastify'
import { cartIdOf } from '../../adapters/ids.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../http/endpoint.ts'
import { addMoreTime } from './add-more-time.ts'
import { holdCart } from './hold-cart.ts'
import { holdLine } from './hold-line.ts'
import { loadCartView } from './load-cart.ts'
import { previewQuote } from './preview-quote.ts'
import { releaseCart } from './release-cart.ts'
import { startPayment } from './start-payment.ts'

/** Quotes, holds and carts. A cart is found only by the browser's cookie. */
export function cartRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, carts.previewQuote, { handle: previewQuote })
  serve(app, context, carts.holdCart, { handle: holdCart })
  serve(app, context, carts.createHold, { handle: holdLine })
  serve(app, context, carts.releaseCart, { handle: releaseCart })
  serve(app, context, carts.addMoreTime, { handle: addMoreTime })
  serve(app, context, carts.startPayment, { handle: startPayment })
  serve(app, context, carts.getCart, {
    handle: ({ tenant, params, principal }) =>
      loadCartView(context, tenant, cartIdOf(principal.browserId, params.cartId)),
  })
}
