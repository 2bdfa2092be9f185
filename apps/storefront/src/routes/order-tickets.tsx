export function OrderTicketsPage() {
  return null
}
