import type { DnsRecord } from '@foyer/contract'
import { Copy } from '@foyer/ui/icons'
import { copyText } from '../../shared/copy-text.ts'

/** A record to enter where a domain is managed, in a list of terms. */
export function DnsRecordBox({ record: { type, name, value } }: { record: DnsRecord }) {
  return (
    <div className="rounded-md border border-edge p-3">
      <dt className="font-semibold">{type}</dt>
      <dd className="mt-1 grid gap-x-4 gap-y-1 sm:grid-cols-[4rem_minmax(0,1fr)]">
        <span className="text-muted">Name</span>
        <CopyText text={name} />
        <span className="text-muted">Value</span>
        <CopyText text={value} />
      </dd>
    </div>
  )
}

function CopyText({ text }: { text: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <code className="min-w-0 break-all">{text}</code>
      <button
        type="button"
        aria-label={`Copy ${text}`}
        className="grid size-7 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text"
        onClick={() => void copyText(text)}
      >
        <Copy aria-hidden="true" className="size-4" />
      </button>
    </span>
  )
}
