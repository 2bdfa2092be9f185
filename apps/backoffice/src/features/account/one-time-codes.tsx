import { Button, Dialog, notify } from '@foyer/ui'
import { Copy, Download } from '@foyer/ui/icons'

interface OneTimeCodesProps {
  /** Null: nothing is shown. */
  codes: readonly string[] | null
  onClose: () => void
}

/** New recovery codes, which the server can show only once. */
export function OneTimeCodes({ codes, onClose }: OneTimeCodesProps) {
  const text = codes?.join('\n') ?? ''
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      notify({ tone: 'success', title: 'Codes copied' })
    } catch {
      notify({
        tone: 'danger',
        title: 'The browser did not copy them',
        description: 'Select the codes and copy them, or store them as a file.',
      })
    }
  }
  const store = () => {
    const url = URL.createObjectURL(new Blob([`Foyer recovery codes\n\n${text}\n`]))
    const link = document.createElement('a')
    link.href = url
    link.download = 'foyer-recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <Dialog
      open={codes !== null}
      onClose={onClose}
      // Escape would lose them for ever.
      dismissable={false}
      title="Store your recovery codes"
      description="They are shown only now. Each opens your account once if your phone is lost, so keep them where your phone is not."
      actions={
        <Button variant="primary" onClick={onClose}>
          I have stored them
        </Button>
      }
    >
      <ul className="figures grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-edge p-4 font-mono text-sm">
        {codes?.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4" />
          Copy
        </Button>
        <Button onClick={store}>
          <Download aria-hidden="true" className="size-4" />
          Store as a file
        </Button>
      </div>
    </Dialog>
  )
}
