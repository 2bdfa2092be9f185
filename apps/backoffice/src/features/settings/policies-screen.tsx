import { ApiError, type Policies, staffApi } from '@foyer/contract'
import { formatAmount, IMPORTANT_INFORMATION, minimumChargeMinor, policyTexts } from '@foyer/domain'
import { notify } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callOf } from '../../data/client.ts'
import { queryClient } from '../../data/queries.ts'
import { ChoiceField, Form, SelectField, TextField } from '../../shared/form.tsx'
import { CheckField, TextAreaField } from '../../shared/more-fields.tsx'
import { Page, Section } from '../../shared/page.tsx'
import { type OfficeForm, useOfficeForm } from '../../shared/use-office-form.ts'
import {
  bodyOf,
  linesOf,
  type PolicyValues,
  policyFormSchema,
  rulesOf,
  SHARES,
  valuesOf,
} from './policy-form.ts'
import { policiesQuery } from './queries.ts'
import { SettingPart, type SettingsOrganizer } from './setting-part.tsx'

export function PoliciesScreen({ organizer }: { organizer: SettingsOrganizer }) {
  const policies = useQuery(policiesQuery(organizer.slug))
  return (
    <Page
      title="Policies"
      description="What buyers may do by themselves, for all events without rules of their own. A change counts at once, also for tickets that were bought before."
    >
      <SettingPart what="The policies" query={policies} role={organizer.role}>
        {(data) => <PoliciesForm organizer={organizer} policies={data} />}
      </SettingPart>
    </Page>
  )
}

const LINES_PROBLEM = 'Use up to 8 lines of up to 200 characters.'

/** How the question about a conflict names each value. */
const LABELS = {
  rescheduleAllowed: 'Rescheduling',
  rescheduleHours: 'Hours until which buyers reschedule',
  rescheduleLimit: 'How often they reschedule',
  rescheduleFeeType: 'Kind of fee for rescheduling',
  rescheduleFee: 'Fee for rescheduling',
  rescheduleRefunds: 'Refund of the difference',
  upgradeAllowed: 'Upgrades',
  upgradeHours: 'Hours until which buyers upgrade',
  upgradeLimit: 'How often they upgrade',
  upgradeFeeType: 'Kind of fee for upgrades',
  upgradeFee: 'Fee for upgrades',
  cancelAllowed: 'Cancellation',
  cancelHours: 'Hours until which buyers cancel',
  cancelFees: 'Refund of service fees',
  share1Percent: 'First share',
  share1Hours: 'Hours of the first share',
  share2Percent: 'Second share',
  share2Hours: 'Hours of the second share',
  share3Percent: 'Third share',
  share3Hours: 'Hours of the third share',
  orderLookup: 'Finding an order',
  waivesSmallTotals: 'Totals that are too small for a card',
  hasOwnLines: 'Important information',
  lines: 'Your lines',
} as const

function PoliciesForm({
  organizer: { slug, currency, locale },
  policies,
}: {
  organizer: SettingsOrganizer
  policies: Policies
}) {
  const form = useOfficeForm({
    schema: policyFormSchema,
    values: valuesOf(policies, currency),
    problems: Object.fromEntries([
      ...Object.keys(LABELS).map((name) => [name, undefined]),
      ['lines', LINES_PROBLEM],
    ]),
    send: async (values) => {
      const body = bodyOf(values, currency)
      const stored = await callOf(slug)(staffApi.changePolicies, { body })
      queryClient.setQueryData(policiesQuery(slug).queryKey, stored)
      notify({ tone: 'success', title: 'Saved', description: 'Buyers read it from now on.' })
      return valuesOf(stored, currency)
    },
    fieldOf: (error) =>
      error instanceof ApiError && error.text?.includes('importantInformation')
        ? { field: 'lines', message: LINES_PROBLEM }
        : null,
    shared: {
      valuesOf: (current) => {
        const read = staffApi.getPolicies.output.safeParse(current)
        return read.success ? valuesOf(read.data, currency) : null
      },
      labels: LABELS,
    },
  })
  const values = form.watch()
  const leastText = formatAmount(minimumChargeMinor(currency), currency, locale)
  const texts = policyTexts(rulesOf(values, currency), { currency, locale })
  return (
    <Form form={form} label="Policies" submit="Save" busyLabel="Saving">
      <Section
        title="Rescheduling"
        description="Buyers take their tickets to another date or time."
      >
        <ChangeFields
          form={form}
          rule="reschedule"
          currency={currency}
          values={{ isAllowed: values.rescheduleAllowed, feeType: values.rescheduleFeeType }}
        >
          <CheckField
            form={form}
            name="rescheduleRefunds"
            label="Refund the difference if the new time costs less"
            hint="Otherwise it stays with the order for its next change."
          />
        </ChangeFields>
        <Read>{texts.reschedule}</Read>
      </Section>
      <Section
        title="Upgrades"
        description="Buyers take a dearer ticket type and pay the difference."
      >
        <ChangeFields
          form={form}
          rule="upgrade"
          currency={currency}
          values={{ isAllowed: values.upgradeAllowed, feeType: values.upgradeFeeType }}
        />
        <Read>{texts.upgrade}</Read>
      </Section>
      <Section
        title="Cancellation and refunds"
        description="Buyers cancel tickets by themselves. You can always refund an order yourself."
      >
        <div className="flex max-w-form flex-col gap-5">
          <CheckField form={form} name="cancelAllowed" label="Buyers may cancel tickets" />
          {values.cancelAllowed && (
            <>
              <TextField
                form={form}
                name="cancelHours"
                label="Until how many hours before the session"
                hint="Below zero: after it has begun."
              />
              <fieldset>
                <legend className="text-sm font-semibold">What they get back</legend>
                <p className="mb-3 text-sm text-muted">
                  The share of the price, by how early they cancel. The first that fits counts.
                </p>
                <div className="flex flex-col gap-3">
                  {SHARES.map((step) => (
                    <div key={step} className="grid grid-cols-2 gap-4">
                      <TextField
                        form={form}
                        name={`share${step}Percent`}
                        label="Percent"
                        inputMode="decimal"
                        mark={step === 1 ? undefined : 'optional'}
                      />
                      <TextField
                        form={form}
                        name={`share${step}Hours`}
                        label="Hours before, or earlier"
                      />
                    </div>
                  ))}
                </div>
              </fieldset>
              <CheckField
                form={form}
                name="cancelFees"
                label="Refund service fees in the same share"
              />
            </>
          )}
        </div>
        <Read>{texts.cancel}</Read>
      </Section>
      <Section
        title="Very small totals"
        description={`No card can be charged less than ${leastText}. A discount can leave such a total.`}
      >
        <div className="max-w-form">
          <CheckField
            form={form}
            name="waivesSmallTotals"
            label={`Give away what costs less than ${leastText}`}
            hint="Such an order is free and its receipt says so, also if it is a single ticket at such a price. Otherwise buyers are asked to add a ticket or to leave the coupon out."
          />
        </div>
        <Read>
          {values.waivesSmallTotals
            ? 'Too small for a card, with what is taken off, in the summary of the order.'
            : `The minimum payment amount is ${leastText}.`}
        </Read>
      </Section>
      <Section title="Finding an order" description="On the page “Manage order” of your shop.">
        <div className="max-w-form">
          <ChoiceField
            form={form}
            name="orderLookup"
            label="What an e-mail address alone opens"
            choices={[
              {
                value: 'verified',
                name: 'A code first',
                summary: 'A code is mailed to the address. Nobody else reads the orders.',
              },
              {
                value: 'open',
                name: 'The orders at once',
                summary: 'Anybody who knows an address reads the names and dates of its orders.',
              },
            ]}
          />
        </div>
      </Section>
      <Section
        title="Important information"
        description="On the page of an order, in its mail and on each ticket, for events without lines of their own."
      >
        <div className="flex max-w-form flex-col gap-5">
          <ChoiceField
            form={form}
            name="hasOwnLines"
            label="What buyers read"
            choices={[
              { value: 'ours', name: 'The usual lines', summary: IMPORTANT_INFORMATION.join(' ') },
              {
                value: 'own',
                name: 'Your own lines',
                summary: 'Up to eight; none is allowed too.',
              },
            ]}
          />
          {values.hasOwnLines === 'own' && (
            <TextAreaField
              form={form}
              name="lines"
              label="Your lines"
              hint="One fact a line."
              rows={4}
            />
          )}
        </div>
        <Read>
          {values.hasOwnLines === 'own'
            ? linesOf(values.lines).join(' ') || 'Nothing.'
            : IMPORTANT_INFORMATION.join(' ')}
        </Read>
      </Section>
    </Form>
  )
}

/** The sentence that buyers read; it follows what is typed. */
function Read({ children }: { children: ReactNode }) {
  return (
    <p className="mt-5 max-w-form rounded-md bg-surface px-4 py-3 text-sm">
      <span className="block text-xs font-semibold text-muted">Buyers read</span>
      <span aria-live="polite">{children}</span>
    </p>
  )
}

type PolicyForm = OfficeForm<keyof PolicyValues>

function ChangeFields({
  form,
  rule,
  currency,
  values,
  children,
}: {
  form: PolicyForm
  rule: 'reschedule' | 'upgrade'
  currency: string
  values: { isAllowed: boolean; feeType: string }
  children?: ReactNode
}) {
  const what = rule === 'reschedule' ? 'reschedule tickets' : 'upgrade tickets'
  return (
    <div className="flex max-w-form flex-col gap-5">
      <CheckField form={form} name={`${rule}Allowed`} label={`Buyers may ${what}`} />
      {values.isAllowed && (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              form={form}
              name={`${rule}Hours`}
              label="Until how many hours before"
              hint="0: until it begins. -1: an hour later."
            />
            <TextField
              form={form}
              name={`${rule}Limit`}
              label="How often per order"
              hint="Empty: as often as they like"
              inputMode="numeric"
            />
            <SelectField form={form} name={`${rule}FeeType`} label="Fee">
              <option value="none">Free of charge</option>
              <option value="flat">An amount per ticket</option>
              <option value="percentage">A share of the price</option>
            </SelectField>
            {values.feeType !== 'none' && (
              <TextField
                form={form}
                name={`${rule}Fee`}
                label={values.feeType === 'flat' ? `Amount (${currency.toUpperCase()})` : 'Percent'}
                inputMode="decimal"
              />
            )}
          </div>
          {children}
        </>
      )}
    </div>
  )
}
