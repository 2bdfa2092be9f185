import { type OfficeVenue, staffApi } from '@foyer/contract'
import { wholePicturePath } from '@foyer/domain'
import { Button, notify } from '@foyer/ui'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { callOf } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { storeVenue } from '../../data/queries.ts'
import { Section } from '../../shared/page.tsx'
import type { ChosenPicture } from '../../shared/picture-dialog.tsx'

const PictureDialog = lazy(async () => ({
  default: (await import('../../shared/picture-dialog.tsx')).PictureDialog,
}))

interface VenuePictureProps {
  organizer: string
  venue: OfficeVenue
  mayChange: boolean
}

/** The picture or map of a venue, which is shown whole. */
export function VenuePicture({ organizer, venue, mayChange }: VenuePictureProps) {
  const [isOpen, setOpen] = useState(false)
  const { picture } = venue
  const call = callOf(organizer)
  const params = { venueId: venue.id }
  const save = async ({ file, alt }: ChosenPicture) => {
    if (!file) return
    storeVenue(organizer, await call(staffApi.uploadVenuePicture, { params, query: { alt }, file }))
    notify({ tone: 'success', title: 'Picture saved' })
  }
  const removing = useMutation({
    mutationFn: () => call(staffApi.removeVenuePicture, { params }),
    onSuccess: (stored) => storeVenue(organizer, stored),
    onError: (error) =>
      notify({ tone: 'danger', title: 'Nothing was changed', description: failureText(error) }),
  })
  return (
    <Section
      title="Picture or map"
      description="On the pages of its events, shown whole."
      className="mb-8 border-b border-edge"
    >
      {picture ? (
        <>
          <img
            src={`/${organizer}${wholePicturePath(picture.hash)}`}
            alt={picture.alt}
            className="max-h-56 max-w-full rounded-md"
          />
          <p className="mt-2 text-sm text-muted">{picture.alt}</p>
        </>
      ) : (
        <p className="text-sm text-muted">No picture yet.</p>
      )}
      {mayChange && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button onClick={() => setOpen(true)}>
            {picture ? 'Upload another picture' : 'Upload a picture'}
          </Button>
          {picture && (
            <Button busy={removing.isPending} onClick={() => removing.mutate()}>
              Remove the picture
            </Button>
          )}
        </div>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <PictureDialog
            title="Upload a picture"
            current={null}
            isCropped={false}
            onClose={() => setOpen(false)}
            save={save}
          />
        </Suspense>
      )}
    </Section>
  )
}
