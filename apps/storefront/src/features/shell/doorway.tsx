/** The foyer's door, shut, with light below it: for pages that lead nowhere. */
export function Doorway({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 320 400" aria-hidden="true" className={className}>
      <path className="fill-surface" d="M0 0h320v330H0z" />
      <path className="fill-raised" d="M60 330V160a100 100 0 0 1 200 0v170z" />
      <path className="fill-hover" d="M74 330V160a86 86 0 0 1 172 0v170z" />
      <path className="stroke-surface" strokeWidth="3" d="M160 74v256" />
      <circle className="fill-muted" cx="148" cy="232" r="5" />
      <circle className="fill-muted" cx="172" cy="232" r="5" />
      <path className="fill-accent" d="M74 327h172v5H74z" />
      <path className="fill-accent" opacity="0.16" d="M74 332h172l50 68H24z" />
    </svg>
  )
}
