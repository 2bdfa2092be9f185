import { notify } from '@foyer/ui'
import type { OrdersSearch } from '../../routing/search.ts'
import { ExportButtons } from '../../shared/save-table.tsx'
import { exportOrders } from './order-queries.ts'
import { countText } from './order-texts.ts'

/** Saves the orders of a search, and says how far it is: many take a while. */
export const ExportButton = ({
  organizer,
  search,
}: {
  organizer: string
  search: OrdersSearch
}) => (
  <ExportButtons
    parts={(onProgress) =>
      exportOrders(organizer, search, (done, all) =>
        onProgress(`${countText(done)} of ${countText(all)}`),
      )
    }
    onSaved={(rows) =>
      notify({
        tone: 'success',
        title: rows === 1 ? '1 order exported' : `${countText(rows)} orders exported`,
        description: 'The audit log says that you exported them.',
      })
    }
    failed="The orders were not exported"
  />
)
