import { type OfficeEvent, staffApi } from '@foyer/contract'
import { imagePath, PICTURE_FORMATS, pictureFiles, wholePicturePath } from '@foyer/domain'
import { Button, notify } from '@foyer/ui'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { callOf } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { storeEvent } from '../../data/queries.ts'
import { Section } from '../../shared/page.tsx'
import type { ChosenPicture } from '../../shared/picture-dialog.tsx'

const PictureDialog = lazy(async () => ({
  default: (await import('../../shared/picture-dialog.tsx')).PictureDialog,
}))

interface EventPictureProps {
  organizer: string
  event: OfficeEvent
  mayChange: boolean
}

/** The picture of an event in the shapes that buyers see, or its drawn poster. */
export function EventPicture({ organizer, event, mayChange }: EventPictureProps) {
  const [editing, setEditing] = useState<'new' | 'current' | null>(null)
  const { picture } = event
  const call = callOf(organizer)
  const params = { eventId: event.id }
  const save = async ({ file, alt, focus }: ChosenPicture) => {
    const query = { alt, focusX: String(focus.x), focusY: String(focus.y) }
    const stored = file
      ? await call(staffApi.uploadEventPicture, { params, query, file })
      : await call(staffApi.changeEventPicture, { params, body: { alt, focus } })
    storeEvent(organizer, stored)
    notify({ tone: 'success', title: 'Picture saved' })
  }
  const removing = useMutation({
    mutationFn: () => call(staffApi.removeEventPicture, { params }),
    onSuccess: (stored) => storeEvent(organizer, stored),
    onError: (error) =>
      notify({ tone: 'danger', title: 'Nothing was changed', description: failureText(error) }),
  })
  const isDrawn = picture === null && event.state === 'published'
  const imageUrl = imagePath(event.id, picture?.hash ?? null)
  return (
    <Section
      title="Picture"
      description="Without one, buyers see a poster that is drawn from the name, the place and the dates."
      className="mb-8 border-b border-edge"
    >
      {picture || isDrawn ? (
        <ul aria-label="As buyers see it" className="flex flex-wrap items-end gap-4">
          {(['poster', 'wide', 'thumb'] as const).map((format) => {
            const files = pictureFiles(imageUrl, { format, base: `/${organizer}` })
            return (
              <li key={format}>
                <img
                  {...files}
                  sizes="12rem"
                  alt={picture?.alt ?? 'The drawn poster'}
                  width={PICTURE_FORMATS[format].width}
                  height={PICTURE_FORMATS[format].height}
                  className="h-36 w-auto rounded-sm bg-surface"
                />
              </li>
            )
          })}
        </ul>
      ) : (
        <p className="text-sm text-muted">
          The poster is drawn. You see it as soon as the event is published.
        </p>
      )}
      {picture && <p className="mt-2 text-sm text-muted">{picture.alt}</p>}
      {mayChange && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button onClick={() => setEditing('new')}>
            {picture ? 'Upload another picture' : 'Upload a picture'}
          </Button>
          {picture && (
            <>
              <Button onClick={() => setEditing('current')}>Change focus and text</Button>
              <Button busy={removing.isPending} onClick={() => removing.mutate()}>
                Use the drawn poster
              </Button>
            </>
          )}
        </div>
      )}
      {editing && (
        <Suspense fallback={null}>
          <PictureDialog
            title={editing === 'new' ? 'Upload a picture' : 'Focus and text'}
            current={
              editing === 'current' && picture
                ? { ...picture, src: `/${organizer}${wholePicturePath(picture.hash)}` }
                : null
            }
            isCropped
            onClose={() => setEditing(null)}
            save={save}
          />
        </Suspense>
      )}
    </Section>
  )
}
