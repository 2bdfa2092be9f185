import { Button } from '@foyer/ui'

interface EmailSuggestionProps {
  email: string
  onAccept: () => void
}

/** Offers the likely address; taking it is the buyer's choice. */
export function EmailSuggestion({ email, onAccept }: EmailSuggestionProps) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <span>
        Did you mean <strong className="font-semibold break-all">{email}</strong>?
      </span>
      <Button onClick={onAccept}>Use this address</Button>
    </p>
  )
}
