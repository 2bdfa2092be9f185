import { Button, notify } from '@foyer/ui'
import { Download } from '@foyer/ui/icons'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../data/failure-text.ts'
import type { OrdersSearch } from '../../routing/search.ts'
import { saveFile } from '../../shared/save-file.ts'
import { exportOrders } from './order-queries.ts'
import { countText } from './order-texts.ts'

/** Saves the orders of a search as a CSV file, and says how far it is: many take a while. */
export function ExportButton({ organizer, search }: { organizer: string; search: OrdersSearch }) {
  const [progress, setProgress] = useState('')
  const exporting = useMutation({
    mutationFn: () =>
      exportOrders(organizer, search, (done, all) =>
        setProgress(`${countText(done)} of ${countText(all)}`),
      ),
    onSuccess: (file) => {
      saveFile(file, 'text/csv')
      notify({
        tone: 'success',
        title: file.rows === 1 ? '1 order exported' : `${countText(file.rows)} orders exported`,
        description: 'The audit log says that you exported them.',
      })
    },
    onError: (error) =>
      notify({
        tone: 'danger',
        title: 'The orders were not exported',
        description: failureText(error),
      }),
    onSettled: () => setProgress(''),
  })
  return (
    <Button
      busy={exporting.isPending}
      busyLabel={progress || 'Exporting'}
      onClick={() => exporting.mutate()}
    >
      <Download aria-hidden="true" className="size-4" />
      Export as CSV
    </Button>
  )
}
