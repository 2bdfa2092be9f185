import { buttonStyle, Field, TextInput } from '@foyer/ui'
import { Check, X } from '@foyer/ui/icons'
import { useSearch } from '../../routing/hooks.ts'
import { Link } from '../../routing/link.tsx'
import { useRouter } from '../../routing/router-provider.tsx'
import { readFlowSearch } from '../../routing/search.ts'
import { PageHead } from '../../shared/page/page-head.tsx'
import { DEMO_EVENT_ID } from '../sample-data.ts'
import { KEYS, STATE_STEPS, stepAddress } from './state-steps.ts'

/** For developers: the state in the checkout's address, and what each step needs of it. */
export function CheckoutStatePage() {
  const search = useSearch(readFlowSearch)
  const { changeSearch } = useRouter()
  const set = (key: string, value: string) =>
    changeSearch({ [key]: value.trim() || undefined }, { replace: true })
  return (
    <div className="mx-auto max-w-page px-4 pt-6 sm:px-6 lg:pt-12">
      <PageHead title="Checkout URL state" isUnlisted />
      <h1 className="font-display text-title font-bold">Checkout URL state</h1>
      <p className="mt-3 max-w-prose text-muted">
        What is typed here is read as the checkout reads its address: what does not fit is dropped.
        A step whose requirements are missing leads to the earliest one that can supply them.
      </p>
      <div className="mt-8 grid gap-x-16 gap-y-10 lg:grid-cols-2">
        <section aria-label="Address" className="grid max-w-form gap-4 self-start">
          {KEYS.map(({ key, hint }) => (
            <Field key={key} label={key} hint={hint}>
              <TextInput
                // A new value in the address, for example after Back, replaces what was typed.
                key={search[key] ?? ''}
                defaultValue={search[key] ?? ''}
                spellCheck={false}
                onBlur={({ currentTarget }) => void set(key, currentTarget.value)}
                onKeyDown={({ key: pressed, currentTarget }) => {
                  if (pressed === 'Enter') void set(key, currentTarget.value)
                }}
                className="font-mono"
              />
            </Field>
          ))}
        </section>
        <ol className="grid gap-6 self-start">
          {STATE_STEPS.map(({ id, label, suffix, needs }) => (
            <li key={id} className="border-b border-edge pb-6">
              <h2 className="font-display text-lg font-bold">{label}</h2>
              <ul className="mt-2 flex flex-wrap gap-x-5 text-sm text-muted">
                {needs.length === 0 && <li>needs nothing</li>}
                {needs.map((key) => (
                  <li key={key} className="inline-flex items-center gap-1.5">
                    {search[key] ? (
                      <Check aria-hidden="true" className="size-4 text-success-text" />
                    ) : (
                      <X aria-hidden="true" className="size-4 text-danger-text" />
                    )}
                    {key} {search[key] ? 'is there' : 'is missing'}
                  </li>
                ))}
              </ul>
              <Link
                {...stepAddress(DEMO_EVENT_ID, suffix, search)}
                className={buttonStyle('quiet', 'md', 'mt-4')}
              >
                Open {label}
              </Link>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}
