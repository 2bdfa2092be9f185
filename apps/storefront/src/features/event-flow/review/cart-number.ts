import { CART_NUMBER_MAX, CART_NUMBER_MIN } from '@foyer/domain'

/** A cart's visible number, from 10000 to 99999; `random` is in [0, 1). */
export const newCartNumber = (random: number): string =>
  String(CART_NUMBER_MIN + Math.floor(random * (CART_NUMBER_MAX - CART_NUMBER_MIN + 1)))
