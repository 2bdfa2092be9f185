import { Button, Dialog } from '@foyer/ui'
import { useBlocker } from '@tanstack/react-router'

/** Asks before a screen is left on which something was typed that is not stored. */
export function LeaveGuard({ isAsking }: { isAsking: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isAsking(),
    enableBeforeUnload: isAsking,
    withResolver: true,
  })
  return (
    <Dialog
      open={status === 'blocked'}
      onClose={() => reset?.()}
      title="Leave without saving?"
      description="What you changed on this screen is not saved yet."
      actions={
        <>
          <Button onClick={() => proceed?.()}>Leave without saving</Button>
          <Button variant="primary" onClick={() => reset?.()}>
            Stay here
          </Button>
        </>
      }
    />
  )
}
