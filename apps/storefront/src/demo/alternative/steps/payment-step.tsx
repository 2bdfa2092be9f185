/** The way ends here. */
export const PaymentStep = () => (
  <p className="max-w-prose text-muted">Payment processing would be implemented here</p>
)
