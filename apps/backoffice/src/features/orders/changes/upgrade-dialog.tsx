import { useQuery } from '@tanstack/react-query'
import { ChangeDialog, type ChangeProps, Options, WhyNot } from './change-dialog.tsx'
import { type Offer, upgradesQuery } from './change-queries.ts'
import { UpgradeForm } from './upgrade-form.tsx'

/** Turns tickets into a dearer type, for a buyer who asks the team. */
export function UpgradeDialog(props: ChangeProps) {
  return (
    <ChangeDialog {...props} title="Upgrade tickets">
      {(onOffered) => <Upgrade {...props} onOffered={onOffered} />}
    </ChangeDialog>
  )
}

function Upgrade(props: ChangeProps & { onOffered: (offer: Offer) => void }) {
  const { organizer, orderId, onClose } = props
  const read = useQuery(upgradesQuery(organizer.slug, orderId, null))
  return (
    <Options {...props} what="The ticket types" read={read}>
      {(options) =>
        options.upgradeOptions.length === 0 ? (
          <WhyNot onClose={onClose}>This date has no dearer ticket type.</WhyNot>
        ) : (
          <UpgradeForm {...props} options={options} />
        )
      }
    </Options>
  )
}
