import { ApiError, type Domains, type Finding, staffApi } from '@foyer/contract'
import { Badge, Button, cx, Notice, notify } from '@foyer/ui'
import { Check, X } from '@foyer/ui/icons'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callOf } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { organizerQuery, queryClient } from '../../data/queries.ts'
import { Confirm } from '../../shared/confirm.tsx'
import { Form, TextField } from '../../shared/form.tsx'
import { Section } from '../../shared/page.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { DnsRecordBox } from './dns-record.tsx'
import { domainsQuery } from './queries.ts'

type Domain = Domains['domains'][number]

function store(organizer: string, domains: Domains): void {
  queryClient.setQueryData(domainsQuery(organizer).queryKey, domains)
  void queryClient.invalidateQueries(organizerQuery(organizer))
}

/** The addresses of the shop: the path that it always has, and domains of its own. */
export function DomainsSection({ organizer, domains }: { organizer: string; domains: Domains }) {
  const isPathMain = domains.siteUrl === domains.path
  const usePath = useMutation({
    mutationFn: () => callOf(organizer)(staffApi.makeMainDomain, { body: { host: null } }),
    onSuccess: (next) => store(organizer, next),
  })
  return (
    <>
      <Section
        title="Address here"
        description="It never changes, because links in mails and on posters lead to it."
      >
        <div className="flex flex-wrap items-center gap-3">
          <code className="rounded-sm bg-surface px-2 py-1 text-sm break-all">{domains.path}</code>
          {isPathMain ? (
            <Badge tone="success">Main address</Badge>
          ) : (
            <Button busy={usePath.isPending} onClick={() => usePath.mutate()}>
              Use as main address
            </Button>
          )}
        </div>
        <p className="mt-3 text-sm text-muted">
          Links of mails, of search engines and of shared pages use the main address. All others
          keep working.
        </p>
      </Section>
      <Section
        title="Your own domain"
        description="Buyers then read your name in the address, such as tickets.example.com. The operator of this platform makes its certificate, once the domain leads here."
      >
        <div className="flex flex-col gap-6">
          {domains.domains.length > 0 && (
            <ul className="divide-y divide-edge border-y border-edge">
              {domains.domains.map((domain) => (
                <DomainRow key={domain.host} organizer={organizer} domain={domain} />
              ))}
            </ul>
          )}
          <AddDomain organizer={organizer} />
        </div>
      </Section>
    </>
  )
}

function AddDomain({ organizer }: { organizer: string }) {
  const form = useOfficeForm({
    schema: staffApi.addDomain.body,
    values: { host: '' },
    problems: { host: 'Enter a domain, such as tickets.example.com.' },
    send: async (body) => {
      store(organizer, await callOf(organizer)(staffApi.addDomain, { body }))
      return { host: '' }
    },
    fieldOf: (error) =>
      error instanceof ApiError &&
      ['domain_taken', 'domain_not_allowed', 'too_many_domains'].includes(error.code)
        ? { field: 'host', message: error.textOrStatus }
        : null,
  })
  return (
    <Form
      form={form}
      label="Add a domain"
      submit="Add the domain"
      submitVariant="quiet"
      className="max-w-form"
    >
      <TextField
        form={form}
        name="host"
        label="Domain"
        hint="You then read what to enter where the domain is managed."
        autoCapitalize="none"
        spellCheck={false}
      />
    </Form>
  )
}

function DomainRow({ organizer, domain }: { organizer: string; domain: Domain }) {
  const { host, state, isMain, records } = domain
  const [findings, setFindings] = useState<readonly Finding[] | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const api = callOf(organizer)
  const check = useMutation({
    mutationFn: () => api(staffApi.checkDomain, { params: { host } }),
    onSuccess: ({ domains, findings: found }) => {
      setFindings(found)
      store(organizer, domains)
      if (state === 'waiting' && found.every(({ isRight }) => isRight)) {
        notify({ tone: 'success', title: `${host} leads to your shop now` })
      }
    },
  })
  const makeMain = useMutation({
    mutationFn: () => api(staffApi.makeMainDomain, { body: { host } }),
    onSuccess: (next) => store(organizer, next),
  })
  const failure = check.error ?? makeMain.error
  const isWaiting = state === 'waiting'
  return (
    <li className="flex flex-col gap-4 py-4">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="min-w-0 basis-full font-semibold break-all sm:flex-1 sm:basis-auto">
          {host}
        </h3>
        {isMain && <Badge tone="success">Main address</Badge>}
        {isWaiting && <Badge tone="warning">Waits for its DNS</Badge>}
        <Button busy={check.isPending} busyLabel="Looking" onClick={() => check.mutate()}>
          Check the DNS<span className="sr-only"> of {host}</span>
        </Button>
        {!isWaiting && !isMain && (
          <Button busy={makeMain.isPending} onClick={() => makeMain.mutate()}>
            Use as main address
          </Button>
        )}
        <Button variant="quiet" onClick={() => setRemoving(true)}>
          Remove<span className="sr-only"> {host}</span>
        </Button>
      </div>
      {failure && <Notice tone="danger">{failureText(failure)}</Notice>}
      {(isWaiting || findings) && (
        <Records records={records} findings={findings} isWaiting={isWaiting} />
      )}
      <Confirm
        open={isRemoving}
        onClose={() => setRemoving(false)}
        title={`Remove ${host}?`}
        description={
          isWaiting
            ? 'Nothing leads there yet.'
            : 'Your shop no longer answers there: links to it end at a page that names nobody. You can add it again.'
        }
        action="Remove"
        isDanger
        run={async () => store(organizer, await api(staffApi.removeDomain, { params: { host } }))}
      />
    </li>
  )
}

const WHAT = { leads: 'The domain leads here', owned: 'The domain is yours' } as const

/** What to enter into the DNS, and what was found there. */
function Records({
  records,
  findings,
  isWaiting,
}: {
  records: Domain['records']
  findings: readonly Finding[] | null
  isWaiting: boolean
}) {
  return (
    <div className="flex flex-col gap-4 text-sm">
      {isWaiting && (
        <>
          <p className="text-muted">
            Enter these two records where the domain is managed, then check. A change may take some
            minutes, rarely a day, to be seen. A domain without a name before it, such as
            example.com, has address records (A, AAAA) of this platform in place of the first.
          </p>
          <dl className="flex flex-col gap-3">
            {records.map((record) => (
              <DnsRecordBox key={record.type} record={record} />
            ))}
          </dl>
        </>
      )}
      {findings && (
        <ul aria-live="polite" className="flex flex-col gap-1.5">
          {findings.map(({ what, isRight, found }) => (
            <li key={what} className="flex items-start gap-2">
              {isRight ? (
                <Check aria-label="Yes" className="mt-0.5 size-4 shrink-0 text-success-text" />
              ) : (
                <X aria-label="Not yet" className="mt-0.5 size-4 shrink-0 text-danger-text" />
              )}
              <span className={cx('min-w-0 break-all', !isRight && 'text-muted')}>
                {WHAT[what]}
                {!isRight && ` – found: ${found.length > 0 ? found.join(', ') : 'no such record'}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
