import { Checkbox } from '@foyer/ui'
import { paths } from '../../../routing/paths.ts'
import { useRouter } from '../../../routing/router-provider.tsx'
import { type Consents, TERMS_FIELD_ID } from './use-consents.ts'

interface ConsentBoxesProps {
  consents: Consents
  isFree: boolean
  isLocked: boolean
}

/** What the shop asks buyers to accept. Above the wallets, since a wallet pays at once. */
export function ConsentBoxes({ consents, isFree, isLocked }: ConsentBoxesProps) {
  const { asked, hasTerms, hasNews, tickTerms, tickNews, problem } = consents
  const { base } = useRouter()
  if (!asked) return null
  return (
    <fieldset disabled={isLocked} className="flex flex-col gap-1">
      <legend className="font-display text-lg font-bold">
        {isFree ? 'Before you order' : 'Before you pay'}
      </legend>
      {asked.termsVersion !== undefined && (
        <Checkbox
          id={TERMS_FIELD_ID}
          required
          checked={hasTerms}
          onChange={({ target }) => tickTerms(target.checked)}
          {...(problem ? { error: problem } : {})}
          label={
            <>
              I accept the{' '}
              <a
                href={base + paths.sitePage('terms').to}
                target="_blank"
                rel="noreferrer"
                className="underline underline-offset-4"
              >
                Terms of Service<span className="sr-only"> (opens a new tab)</span>
              </a>
            </>
          }
        />
      )}
      {asked.marketing !== undefined && (
        <Checkbox
          checked={hasNews}
          onChange={({ target }) => tickNews(target.checked)}
          label={asked.marketing}
          hint="Optional. You can take it back on the page of your order."
        />
      )}
    </fieldset>
  )
}
