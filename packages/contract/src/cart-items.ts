import { MAX_QUANTITY_PER_LINE } from '@foyer/domain'
import * as z from 'zod/mini'
import { type Access, NEW_BROWSER } from './access.ts'
import { endpoint } from './endpoint.ts'
import { quantity, uuid } from './fields.ts'
import { CART } from './limits.ts'

const cartItem = z.object({
  id: uuid,
  eventId: uuid,
  ticketTypeId: uuid,
  quantity: z.int(),
})
const success = z.object({ success: z.literal(true) })
const itemParams = z.object({ itemId: uuid })

/** An item belongs to one browser. For any other browser it does not exist. */
const OWN_ITEM = {
  kind: 'browser',
  withoutCookie: { refuse: 'cart_item_not_found' },
} as const satisfies Access

/** A selection stored per browser; it holds no tickets. */
export const cartItems = {
  addCartItem: endpoint({
    method: 'POST',
    path: '/api/cart/items',
    access: NEW_BROWSER,
    admission: 'read',
    limits: CART,
    summary: 'Remembers a selection; the same type again replaces its quantity',
    body: z.object({ eventId: uuid, ticketTypeId: uuid, quantity }),
    output: z.object({ success: z.literal(true), item: cartItem }),
    status: 201,
    errors: [
      'ticket_type_not_found',
      'quantity_above_maximum',
      'quantity_below_minimum',
      'quantity_not_in_steps',
    ],
  }),
  listCartItems: endpoint({
    method: 'GET',
    path: '/api/cart/items',
    access: { kind: 'browser', withoutCookie: { answer: { items: [] } } },
    admission: 'read',
    limits: CART,
    summary: 'The remembered selection for an event',
    query: z.object({ eventId: uuid }),
    output: z.object({ items: z.array(cartItem) }),
    errors: [],
  }),
  updateCartItem: endpoint({
    method: 'PUT',
    path: '/api/cart/items/:itemId',
    access: OWN_ITEM,
    admission: 'read',
    limits: CART,
    summary: 'Changes the quantity of a remembered selection; 0 forgets it',
    params: itemParams,
    body: z.object({ quantity: z.int().check(z.gte(0), z.lte(MAX_QUANTITY_PER_LINE)) }),
    output: success,
    errors: [
      'cart_item_not_found',
      'quantity_above_maximum',
      'quantity_below_minimum',
      'quantity_not_in_steps',
    ],
  }),
  removeCartItem: endpoint({
    method: 'DELETE',
    path: '/api/cart/items/:itemId',
    access: OWN_ITEM,
    admission: 'read',
    limits: CART,
    summary: 'Forgets one remembered selection',
    params: itemParams,
    output: success,
    errors: ['cart_item_not_found'],
  }),
  clearCart: endpoint({
    method: 'DELETE',
    path: '/api/cart/clear',
    access: { kind: 'browser', withoutCookie: { answer: { success: true } } },
    admission: 'read',
    limits: CART,
    summary: 'Forgets the remembered selection for an event',
    query: z.object({ eventId: uuid }),
    output: success,
    errors: [],
  }),
} as const
