import { ApiError, PICTURE_UPLOAD } from '@foyer/contract'
import { Button, Dialog, Field, Notice, TextInput } from '@foyer/ui'
import { type FormEvent, type PointerEvent, useEffect, useId, useState } from 'react'
import { failureText } from '../data/failure-text.ts'

interface Focus {
  x: number
  y: number
}

export interface ChosenPicture {
  /** Null: the picture that is shown already. */
  file: Blob | null
  alt: string
  focus: Focus
}

interface PictureDialogProps {
  title: string
  /** The picture that is shown now; null: one is chosen. */
  current: { src: string; alt: string; focus: Focus } | null
  /** Whether it is cropped, so that a point has to stay in sight. */
  isCropped: boolean
  onClose: () => void
  save: (picture: ChosenPicture) => Promise<void>
}

/** Without HEIC: phones that have it then send a JPEG. */
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/tiff']
const MIDDLE = { x: 0.5, y: 0.5 }
/** What an address and the audit log have of a focus. */
const rounded = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 100) / 100

/** Chooses a picture, what it shows, and the point that crops keep in sight. */
export function PictureDialog({ title, current, isCropped, onClose, save }: PictureDialogProps) {
  const id = useId()
  const [file, setFile] = useState<File | null>(null)
  const [alt, setAlt] = useState(current?.alt ?? '')
  const [focus, setFocus] = useState(current?.focus ?? MIDDLE)
  const [problem, setProblem] = useState<{ field: 'file' | 'alt'; text: string } | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)
  const src = useDataUrl(file) ?? (file ? undefined : current?.src)

  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    const text = whatIsWrongWith(chosen)
    setProblem(text ? { field: 'file', text } : null)
    setFailure(null)
    if (text) return setFile(null)
    setFile(chosen)
    setFocus(MIDDLE)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!file && !current) return setProblem({ field: 'file', text: 'Choose a picture.' })
    if (alt.trim() === '') {
      document.getElementById(`${id}-alt`)?.focus()
      return setProblem({ field: 'alt', text: 'Say in a few words what the picture shows.' })
    }
    setProblem(null)
    setFailure(null)
    setSaving(true)
    try {
      await save({ file, alt: alt.trim(), focus })
      onClose()
    } catch (error) {
      if (isAboutFile(error)) {
        setProblem({ field: 'file', text: error.textOrStatus })
        document.getElementById(`${id}-file`)?.focus()
      } else setFailure(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Dialog open wide onClose={onClose} dismissable={!isSaving} title={title}>
      <form noValidate onSubmit={submit} aria-label={title} className="flex flex-col gap-5">
        {failure !== null && <Notice tone="danger">{failureText(failure)}</Notice>}
        <Field
          id={`${id}-file`}
          label={current ? 'Another picture' : 'Picture'}
          mark={current ? 'optional' : undefined}
          hint="JPEG, PNG, WebP, AVIF, GIF or TIFF, at least 480 pixels wide and high, at most 20 MB."
          error={problem?.field === 'file' ? problem.text : undefined}
        >
          <TextInput
            type="file"
            accept={TYPES.join(',')}
            onChange={({ target }) => choose(target.files?.[0])}
            className="py-1.5 file:me-3 file:rounded-sm file:border-0 file:bg-hover file:px-3 file:py-1 file:text-text"
          />
        </Field>
        {src && <FocusField src={src} isCropped={isCropped} focus={focus} onChange={setFocus} />}
        <Field
          id={`${id}-alt`}
          label="What it shows"
          hint="For people who do not see it: “Dancers on a dark stage”."
          error={problem?.field === 'alt' ? problem.text : undefined}
        >
          <TextInput value={alt} maxLength={300} onChange={({ target }) => setAlt(target.value)} />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={isSaving} busyLabel="Saving the picture">
            Save
          </Button>
          <Button onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Whether the server refused the file itself. */
const isAboutFile = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.code.startsWith('picture_') &&
  error.code !== 'picture_not_found'

/** The server looks at the content; a browser that knows the kind saves the upload. */
function whatIsWrongWith(file: File): string | null {
  if (file.type !== '' && !TYPES.includes(file.type)) {
    return `“${file.name}” is of another kind. Choose a JPEG, PNG, WebP, AVIF, GIF or TIFF; save a PDF or a HEIC photo as JPEG first.`
  }
  return file.size > PICTURE_UPLOAD.bytes
    ? `“${file.name}” has more than 20 MB. Choose a smaller picture.`
    : null
}

/** The file as an address that the content policy allows; undefined while it is read. */
function useDataUrl(file: File | null): string | undefined {
  const [read, setRead] = useState<{ file: File; url: string } | null>(null)
  useEffect(() => {
    if (!file) return
    const reader = new FileReader()
    reader.onload = () => {
      if (typeof reader.result === 'string') setRead({ file, url: reader.result })
    }
    reader.readAsDataURL(file)
    return () => {
      reader.onload = null
    }
  }, [file])
  return read && read.file === file ? read.url : undefined
}

interface FocusFieldProps {
  src: string
  isCropped: boolean
  focus: Focus
  onChange: (focus: Focus) => void
}

/** The point that crops keep in sight: pressed on the picture, or moved by two sliders. */
function FocusField({ src, isCropped, focus, onChange }: FocusFieldProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const press = ({ currentTarget, clientX, clientY, buttons, type }: PointerEvent<HTMLElement>) => {
    if (!isCropped || (type === 'pointermove' && buttons === 0)) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onChange({ x: rounded((clientX - left) / width), y: rounded((clientY - top) / height) })
  }
  if (broken === src) {
    return <p className="text-sm text-muted">This browser cannot show the file.</p>
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">
        {isCropped ? 'What all crops show' : 'Preview'}
      </legend>
      <div
        onPointerDown={press}
        onPointerMove={press}
        className="relative mx-auto w-fit max-w-full touch-none overflow-hidden rounded-md"
      >
        <img
          src={src}
          alt=""
          draggable={false}
          onError={() => setBroken(src)}
          className="block max-h-72 max-w-full select-none"
        />
        {isCropped && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute size-9 -translate-1/2 rounded-full border-3 border-white shadow-[0_0_0_2px_#000]"
            style={{ insetInlineStart: `${focus.x * 100}%`, insetBlockStart: `${focus.y * 100}%` }}
          />
        )}
      </div>
      {isCropped && (
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <Share
            label="From the left"
            value={focus.x}
            onChange={(x) => onChange({ ...focus, x })}
          />
          <Share label="From the top" value={focus.y} onChange={(y) => onChange({ ...focus, y })} />
        </div>
      )}
    </fieldset>
  )
}

function Share({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange: (share: number) => void
}) {
  const percent = Math.round(value * 100)
  return (
    <label className="flex flex-col gap-1 text-sm">
      <span className="flex justify-between">
        {label} <span className="figures text-muted">{percent} %</span>
      </span>
      <input
        type="range"
        min={0}
        max={100}
        value={percent}
        aria-valuetext={`${percent} %`}
        onChange={({ target }) => onChange(Number(target.value) / 100)}
        className="w-full accent-current"
      />
    </label>
  )
}
