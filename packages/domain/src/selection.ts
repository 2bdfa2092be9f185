import { MAX_LINES_PER_CART, MAX_QUANTITY_PER_LINE } from './constants.ts'

/** What a buyer has chosen by id: ticket types or add-ons, with quantities above 0. */
export type Selection = Readonly<Record<string, number>>

export const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/

/**
 * Reads the query parameters `types` and `addons`: 'id:quantity,id:quantity'. Anybody may type a
 * URL, so this drops what is not an id with a quantity of 1..100.
 */
export function parseSelection(text: string | undefined): Selection {
  const selection: Record<string, number> = {}
  for (const pair of (text ?? '').split(',', MAX_LINES_PER_CART)) {
    const [id, count] = pair.split(':')
    if (!id || !count || !UUID_PATTERN.test(id) || !/^\d{1,3}$/.test(count)) continue
    const quantity = Number(count)
    if (quantity > 0 && quantity <= MAX_QUANTITY_PER_LINE) selection[id.toLowerCase()] = quantity
  }
  return selection
}

/** The inverse of {@link parseSelection}; undefined for an empty selection, so the URL stays clean. */
export function formatSelection(selection: Selection): string | undefined {
  const pairs = Object.entries(selection).filter(([, quantity]) => quantity > 0)
  return pairs.length > 0 ? pairs.map(([id, quantity]) => `${id}:${quantity}`).join(',') : undefined
}

export const totalQuantity = (selection: Selection): number =>
  Object.values(selection).reduce((total, quantity) => total + quantity, 0)
