import { type Fees, staffApi } from '@foyer/contract'
import { Button, Dialog, notify } from '@foyer/ui'
import { callOf } from '../../../data/client.ts'
import { failureText } from '../../../data/failure-text.ts'
import { feesQuery, queryClient, storeFees } from '../../../data/queries.ts'
import { Confirm } from '../../../shared/confirm.tsx'
import { feeBodyOf, taxBodyOf } from './fee-values.ts'
import { UsedBy } from './used-by.tsx'

type FeeSet = Fees['feeSets'][number]
type TaxRate = Fees['taxRates'][number]

interface Asked<Charge> {
  organizer: string
  charge: Charge
  onClose: () => void
}

const sendFee = async (organizer: string, feeSet: FeeSet, isArchived: boolean): Promise<void> => {
  const params = { feeSetId: feeSet.id }
  const body = { ...feeBodyOf(feeSet), isArchived }
  storeFees(organizer, await callOf(organizer)(staffApi.changeFeeSet, { params, body }))
}

const sendTax = async (organizer: string, rate: TaxRate, isArchived: boolean): Promise<void> => {
  const params = { taxRateId: rate.id }
  const body = { ...taxBodyOf(rate), isArchived }
  storeFees(organizer, await callOf(organizer)(staffApi.changeTaxRate, { params, body }))
}

/** After a failure the list is fetched anew: somebody else may have changed it. */
async function orRefetch(organizer: string, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    await queryClient.invalidateQueries(feesQuery(organizer))
    throw error
  }
}

/** Asks before a fee set is archived: what has it is then sold without a fee. */
export function ArchiveFee({ organizer, charge, onClose }: Asked<FeeSet>) {
  const { name, usedBy } = charge
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Archive ${name}?`}
      description={
        usedBy.count === 0 ? (
          'Nothing has it. You can restore it.'
        ) : (
          <>
            It is charged no more for what has it: <UsedBy organizer={organizer} usedBy={usedBy} />.
            What is held or sold already keeps its fee. You can restore it.
          </>
        )
      }
      action="Archive"
      run={() => orRefetch(organizer, sendFee(organizer, charge, true))}
    />
  )
}

/** Asks before a tax rate is archived, or says what has to be done first. */
export function ArchiveTax({ organizer, charge, onClose }: Asked<TaxRate>) {
  const { name, isDefault, usedBy } = charge
  if (!isDefault && usedBy.count === 0) {
    return (
      <Confirm
        open
        onClose={onClose}
        title={`Archive ${name}?`}
        description="Nothing has it. You can restore it."
        action="Archive"
        run={() => orRefetch(organizer, sendTax(organizer, charge, true))}
      />
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${name} is in use`}
      description="Its tax would no longer be charged, so it cannot be archived yet."
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <ul className="list-disc ps-5 text-sm">
        {isDefault && (
          <li>It is the default. Make another rate the default, or edit it to be none.</li>
        )}
        {usedBy.count > 0 && (
          <li>
            Give these another rate first: <UsedBy organizer={organizer} usedBy={usedBy} />.
          </li>
        )}
      </ul>
    </Dialog>
  )
}

/** Restores at once; a failure is a message. */
export async function restore(
  organizer: string,
  charge: { feeSet: FeeSet } | { taxRate: TaxRate },
): Promise<void> {
  const work =
    'feeSet' in charge
      ? sendFee(organizer, charge.feeSet, false)
      : sendTax(organizer, charge.taxRate, false)
  try {
    await orRefetch(organizer, work)
  } catch (error) {
    notify({ tone: 'danger', title: 'Nothing was changed', description: failureText(error) })
  }
}
