import { type PageSettings, staffApi } from '@foyer/contract'
import { may, SITE_PAGE_NAMES, type SitePageSlug } from '@foyer/domain'
import { Button, buttonStyle, notify } from '@foyer/ui'
import { ArrowLeft } from '@foyer/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { callOf } from '../../data/client.ts'
import { queryClient } from '../../data/queries.ts'
import { paths } from '../../routing/paths.ts'
import { Confirm } from '../../shared/confirm.tsx'
import { Form, TextField } from '../../shared/form.tsx'
import { TextAreaField } from '../../shared/more-fields.tsx'
import { Page } from '../../shared/page.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { pageQuery, pagesQuery } from './queries.ts'
import { SettingPart, type SettingsOrganizer } from './setting-part.tsx'
import { ShopPreview } from './shop-preview.tsx'

interface PageScreenProps {
  organizer: SettingsOrganizer
  slug: SitePageSlug
}

/** Writes one page of the shop, beside the page as buyers would see it. */
export function PageScreen({ organizer, slug }: PageScreenProps) {
  const page = useQuery(pageQuery(organizer.slug, slug))
  return (
    <Page
      title={SITE_PAGE_NAMES[slug]}
      description={
        <>
          Headings begin with ##, list items with -, and **bold** is bold. Links are written as
          [text](https://…). Anything else is shown as it is typed.
        </>
      }
      actions={
        <>
          {may(organizer.role, 'audit.read') && (
            <Link
              {...paths.auditLog(organizer.slug, {
                entityType: 'page',
                name: SITE_PAGE_NAMES[slug],
              })}
              className={buttonStyle('quiet')}
            >
              History
            </Link>
          )}
          <Link {...paths.sitePages(organizer.slug)} className={buttonStyle('quiet')}>
            <ArrowLeft aria-hidden="true" className="size-4" />
            All pages
          </Link>
        </>
      }
    >
      <SettingPart what="The page" query={page} role={organizer.role}>
        {(data) => (
          // A page that was reverted begins anew.
          <PageForm key={String(data.isOwn)} organizer={organizer} page={data} />
        )}
      </SettingPart>
    </Page>
  )
}

const valuesOf = ({ title, body, version }: PageSettings) => ({ title, body, version })

function PageForm({
  organizer: { slug: organizer, role },
  page,
}: {
  organizer: SettingsOrganizer
  page: PageSettings
}) {
  const { slug, isOwn, version } = page
  const params = { slug }
  const store = (stored: PageSettings) => {
    queryClient.setQueryData(pageQuery(organizer, slug).queryKey, stored)
    void queryClient.invalidateQueries(pagesQuery(organizer))
  }
  const form = useOfficeForm({
    schema: staffApi.changeOwnPage.body,
    values: valuesOf(page),
    problems: { title: 'Enter a title.', body: 'Write something, up to 60,000 characters.' },
    send: async (body) => {
      const stored = await callOf(organizer)(staffApi.changeOwnPage, { params, body })
      store(stored)
      notify({ tone: 'success', title: 'Saved', description: 'Buyers read it from now on.' })
      return valuesOf(stored)
    },
    shared: {
      valuesOf: (current) => {
        const read = staffApi.getOwnPage.output.safeParse(current)
        return read.success ? valuesOf(read.data) : null
      },
      labels: { title: 'Title', body: 'Text' },
    },
  })
  const [isReverting, setReverting] = useState(false)
  const { title, body } = form.watch()
  return (
    <div className="grid gap-10 xl:grid-cols-2">
      <Form
        form={form}
        label="Page"
        submit="Save"
        busyLabel="Saving"
        aside={
          isOwn &&
          may(role, 'settings.change') && (
            <Button variant="quiet" onClick={() => setReverting(true)}>
              Use our text again
            </Button>
          )
        }
      >
        <TextField form={form} name="title" label="Title" />
        <TextAreaField
          form={form}
          name="body"
          label="Text"
          rows={18}
          className="max-h-[70vh] font-mono"
        />
      </Form>
      <Confirm
        open={isReverting}
        onClose={() => setReverting(false)}
        title="Use our text again?"
        description="Your text is no longer shown. It stays in the audit log."
        action="Use our text"
        isDanger
        run={async () =>
          store(await callOf(organizer)(staffApi.revertOwnPage, { params, query: { version } }))
        }
      />
      {may(role, 'settings.change') && (
        <div className="xl:sticky xl:top-6 xl:self-start">
          <ShopPreview
            draft={{ title, body }}
            pages={[{ path: `/pages/${slug}`, name: SITE_PAGE_NAMES[slug] }]}
            prepare={async () => {
              const draft = staffApi.previewOwnPage.body.safeParse({ title, body })
              if (!draft.success) return null
              return callOf(organizer)(staffApi.previewOwnPage, { params, body: draft.data })
            }}
          />
        </div>
      )}
    </div>
  )
}
