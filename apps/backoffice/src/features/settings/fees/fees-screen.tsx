import type { Fees } from '@foyer/contract'
import { may } from '@foyer/domain'
import { Badge, Button, Disclosure } from '@foyer/ui'
import { Plus } from '@foyer/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { feesQuery } from '../../../data/queries.ts'
import { feeAmount, rateText } from '../../../shared/charge-texts.ts'
import { Page, Section } from '../../../shared/page.tsx'
import { SettingPart, type SettingsOrganizer } from '../setting-part.tsx'
import { ArchiveFee, ArchiveTax, restore } from './archive-dialogs.tsx'
import { ChargeRow } from './charge-row.tsx'
import { FeeDialog } from './fee-dialog.tsx'
import { TaxDialog } from './tax-dialog.tsx'
import { UsedBy } from './used-by.tsx'

type FeeSet = Fees['feeSets'][number]
type TaxRate = Fees['taxRates'][number]

/** What is being edited; null in it is a new one. */
type Open =
  | { dialog: 'fee'; feeSet: FeeSet | null }
  | { dialog: 'tax'; taxRate: TaxRate | null }
  | { dialog: 'archive-fee'; feeSet: FeeSet }
  | { dialog: 'archive-tax'; taxRate: TaxRate }

/** What is charged beside prices: fees that buyers or the organizer pay, and taxes. */
export function FeesScreen({ organizer }: { organizer: SettingsOrganizer }) {
  const fees = useQuery(feesQuery(organizer.slug))
  return (
    <Page
      title="Fees and taxes"
      description="Made once here, then given to events, ticket types and add-ons. Buyers see every price with its fee and its tax."
    >
      <SettingPart what="Fees and taxes" query={fees} role={organizer.role}>
        {(data) => <Charges organizer={organizer} fees={data} />}
      </SettingPart>
    </Page>
  )
}

function Charges({ organizer, fees }: { organizer: SettingsOrganizer; fees: Fees }) {
  const { slug, role } = organizer
  const mayChange = may(role, 'settings.change')
  const [open, setOpen] = useState<Open | null>(null)
  const onClose = () => setOpen(null)
  const feeSets = fees.feeSets.filter(({ isArchived }) => !isArchived)
  const taxRates = fees.taxRates.filter(({ isArchived }) => !isArchived)
  return (
    <>
      <Section
        title="Fee sets"
        description="A service fee or a booking fee. It is charged once you give it to an event, a ticket type or an add-on."
      >
        {feeSets.length === 0 ? (
          <p className="text-sm text-muted">No fee sets: buyers pay the price alone.</p>
        ) : (
          <ul aria-label="Fee sets" className="divide-y divide-edge border-y border-edge">
            {feeSets.map((feeSet) => (
              <ChargeRow
                key={feeSet.id}
                name={feeSet.name}
                badge={feeSet.isAbsorbed && <Badge>Absorbed</Badge>}
                text={feeSentence(feeSet, fees)}
                usedBy={<UsedBy organizer={slug} usedBy={feeSet.usedBy} />}
                amount={feeAmount(feeSet, organizer)}
                onEdit={mayChange ? () => setOpen({ dialog: 'fee', feeSet }) : null}
                onArchive={() => setOpen({ dialog: 'archive-fee', feeSet })}
              />
            ))}
          </ul>
        )}
        {mayChange && (
          <AddButton onPress={() => setOpen({ dialog: 'fee', feeSet: null })}>
            Add a fee set
          </AddButton>
        )}
      </Section>
      <Section
        title="Tax rates"
        description="The default is that of every price and fee without a rate of its own. Ask your tax adviser which ones you need."
      >
        {taxRates.length === 0 ? (
          <p className="text-sm text-muted">No tax rates: receipts name no tax.</p>
        ) : (
          <ul aria-label="Tax rates" className="divide-y divide-edge border-y border-edge">
            {taxRates.map((taxRate) => (
              <ChargeRow
                key={taxRate.id}
                name={taxRate.name}
                badge={taxRate.isDefault && <Badge>Default</Badge>}
                text={taxRate.isInclusive ? 'Included in prices.' : 'Added to prices.'}
                usedBy={
                  taxRate.isDefault && taxRate.usedBy.count === 0 ? (
                    'Whatever has no rate of its own has it.'
                  ) : (
                    <UsedBy organizer={slug} usedBy={taxRate.usedBy} />
                  )
                }
                amount={rateText(taxRate.ratePpm)}
                onEdit={mayChange ? () => setOpen({ dialog: 'tax', taxRate }) : null}
                onArchive={() => setOpen({ dialog: 'archive-tax', taxRate })}
              />
            ))}
          </ul>
        )}
        {mayChange && (
          <AddButton onPress={() => setOpen({ dialog: 'tax', taxRate: null })}>
            Add a tax rate
          </AddButton>
        )}
      </Section>
      <Archived organizer={slug} fees={fees} mayChange={mayChange} />
      {open?.dialog === 'fee' && (
        <FeeDialog organizer={organizer} feeSet={open.feeSet} onClose={onClose} />
      )}
      {open?.dialog === 'tax' && (
        <TaxDialog
          organizer={organizer}
          taxRate={open.taxRate}
          isFirst={!fees.taxRates.some(({ isDefault }) => isDefault)}
          onClose={onClose}
        />
      )}
      {open?.dialog === 'archive-fee' && (
        <ArchiveFee organizer={slug} charge={open.feeSet} onClose={onClose} />
      )}
      {open?.dialog === 'archive-tax' && (
        <ArchiveTax organizer={slug} charge={open.taxRate} onClose={onClose} />
      )}
    </>
  )
}

function AddButton({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <Button className="mt-4" onClick={onPress}>
      <Plus aria-hidden="true" className="size-4" />
      {children}
    </Button>
  )
}

function feeSentence({ feeType, isAbsorbed, taxRateId }: FeeSet, { taxRates }: Fees): string {
  const of = feeType === 'flat' ? 'For each ticket or add-on' : 'Of the price'
  if (isAbsorbed) return `${of}; you bear it.`
  const tax = taxRates.find(({ id }) => id === taxRateId)
  return `${of}, on top${tax ? `, with ${tax.name} of ${rateText(tax.ratePpm)}` : ''}.`
}

/** What is given to nothing new; it can be restored. */
function Archived({
  organizer,
  fees,
  mayChange,
}: {
  organizer: string
  fees: Fees
  mayChange: boolean
}) {
  const rows = [
    ...fees.feeSets.map((feeSet) => ({ what: 'Fee set', ...feeSet, charge: { feeSet } })),
    ...fees.taxRates.map((taxRate) => ({ what: 'Tax rate', ...taxRate, charge: { taxRate } })),
  ].filter(({ isArchived }) => isArchived)
  if (rows.length === 0) return null
  return (
    <Disclosure summary={`Archived (${rows.length})`} className="border-t border-edge pt-4">
      <ul className="divide-y divide-edge text-sm">
        {rows.map(({ id, what, name, charge }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-2">
            <span className="min-w-0 break-words">
              {name} <span className="text-muted">{what}</span>
            </span>
            {mayChange && (
              <Button onClick={() => void restore(organizer, charge)}>
                Restore<span className="sr-only"> {name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
