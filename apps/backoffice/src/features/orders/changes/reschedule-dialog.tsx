import { useQuery } from '@tanstack/react-query'
import { ChangeDialog, type ChangeProps, Options, WhyNot } from './change-dialog.tsx'
import { type Offer, timesQuery } from './change-queries.ts'
import { RescheduleForm } from './reschedule-form.tsx'

/** Takes tickets to another day or time, for a buyer who asks the team. */
export function RescheduleDialog(props: ChangeProps) {
  return (
    <ChangeDialog {...props} title="Reschedule tickets">
      {(onOffered) => <Reschedule {...props} onOffered={onOffered} />}
    </ChangeDialog>
  )
}

function Reschedule(props: ChangeProps & { onOffered: (offer: Offer) => void }) {
  const { organizer, orderId, onClose } = props
  const read = useQuery(timesQuery(organizer.slug, orderId, null))
  return (
    <Options {...props} what="The times" read={read}>
      {(options) =>
        options.isComplete && options.availableSessions.every(({ isCurrent }) => isCurrent) ? (
          <WhyNot onClose={onClose}>
            This event has no other date that is ahead or under way.
          </WhyNot>
        ) : (
          <RescheduleForm {...props} options={options} />
        )
      }
    </Options>
  )
}
