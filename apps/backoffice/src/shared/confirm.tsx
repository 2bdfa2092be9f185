import { Button, Dialog, Notice } from '@foyer/ui'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '../data/failure-text.ts'

interface ConfirmProps {
  open: boolean
  onClose: () => void
  title: string
  /** What will happen, and whether it can be undone. */
  description: ReactNode
  action: string
  isDanger?: boolean
  run: () => Promise<void>
}

/** Asks before an action that takes something away. A failure is shown in it. */
export function Confirm({
  open,
  onClose,
  title,
  description,
  action,
  isDanger,
  run,
}: ConfirmProps) {
  const running = useMutation({ mutationFn: run, onSuccess: onClose })
  const close = () => {
    running.reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      dismissable={!running.isPending}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={close} disabled={running.isPending}>
            Cancel
          </Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            busy={running.isPending}
            onClick={() => running.mutate()}
          >
            {action}
          </Button>
        </>
      }
    >
      {running.isError && <Notice tone="danger">{failureText(running.error)}</Notice>}
    </Dialog>
  )
}
