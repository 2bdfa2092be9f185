import { Notice } from '@foyer/ui'
import type { Erased } from './erase-dialog.tsx'
import { OwnTexts } from './own-texts.tsx'

/** What was erased, and what is left to do elsewhere. */
export function ErasedReport({ erased: { orders, left, providerPayments } }: { erased: Erased }) {
  return (
    <Notice tone="success" announce="status" title="The person was erased">
      <p>
        {orders === 1 ? '1 order names' : `${orders} orders name`} nobody any more; mails, contacts
        and signatures of the address are deleted.
      </p>
      {left.kinds.length > 0 && (
        <p className="mt-2">
          Meanwhile the person did something new in your shop. It is below: it stays until you erase
          again.
        </p>
      )}
      {providerPayments.length > 0 && (
        <>
          <p className="mt-2">
            The payment provider still has what was typed there with these payments. Ask it to
            delete that, as far as its own duties allow:
          </p>
          <ul className="mt-1 font-mono text-sm break-all">
            {providerPayments.map((id) => (
              <li key={id}>{id}</li>
            ))}
          </ul>
        </>
      )}
      <OwnTexts ownTexts={left.ownTexts} />
      <p className="mt-2">Your mail server and backups may keep copies of their own for a while.</p>
    </Notice>
  )
}
