import { type StoredPerson, staffApi } from '@foyer/contract'
import { Button, notify } from '@foyer/ui'
import { Download } from '@foyer/ui/icons'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callOf } from '../../../data/client.ts'
import { failureText } from '../../../data/failure-text.ts'
import { Form, TextField } from '../../../shared/form.tsx'
import { saveFile } from '../../../shared/save-file.ts'
import { useOfficeForm } from '../../../shared/use-office-form.ts'
import type { SettingsOrganizer } from '../setting-part.tsx'
import { EraseDialog, type Erased } from './erase-dialog.tsx'
import { ErasedReport } from './erased-report.tsx'
import { StoredAbout } from './stored-about.tsx'

/** Finds what is stored about a person; shows it, hands it out, and erases it. */
export function PersonSearch({ organizer }: { organizer: SettingsOrganizer }) {
  const { slug } = organizer
  const [person, setPerson] = useState<StoredPerson | null>(null)
  const [erased, setErased] = useState<Erased | null>(null)
  const [isErasing, setErasing] = useState(false)
  const form = useOfficeForm({
    schema: staffApi.findPerson.body,
    values: { email: '' },
    problems: { email: 'Enter an e-mail address, such as ada@example.com.' },
    send: async (body) => {
      setErased(null)
      setPerson(null)
      setPerson(await callOf(slug)(staffApi.findPerson, { body }))
    },
  })
  const exporting = useMutation({
    mutationFn: (email: string) => callOf(slug)(staffApi.exportPerson, { body: { email } }),
    onSuccess: (file) => {
      saveFile(file.name, [file.text], 'application/json;charset=utf-8')
      notify({ tone: 'success', title: 'The file is in your downloads' })
    },
    onError: (error) =>
      notify({ tone: 'danger', title: 'Not downloaded', description: failureText(error) }),
  })
  return (
    <div className="flex flex-col gap-6">
      <Form form={form} label="Find a person" submit="Show what is stored" className="max-w-form">
        <TextField form={form} name="email" label="E-mail address" type="email" inputMode="email" />
      </Form>
      <div aria-live="polite" className="flex flex-col gap-6">
        {erased && <ErasedReport erased={erased} />}
        {person && (
          <StoredAbout
            person={person}
            actions={
              <>
                <Button onClick={() => exporting.mutate(person.email)} busy={exporting.isPending}>
                  <Download aria-hidden="true" className="size-4" />
                  Download as a file
                </Button>
                <Button variant="danger" onClick={() => setErasing(true)}>
                  Erase this person
                </Button>
              </>
            }
          />
        )}
      </div>
      {person && (
        <EraseDialog
          organizer={slug}
          person={person}
          open={isErasing}
          onClose={() => setErasing(false)}
          onErased={(answer) => {
            setErased(answer)
            setPerson(answer.left.kinds.length > 0 ? answer.left : null)
          }}
        />
      )}
    </div>
  )
}
