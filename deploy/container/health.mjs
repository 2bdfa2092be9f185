// Whether the process in this container is ready: the health check of the container file.
const { PORT = '3000' } = process.env
const isReady = await fetch(`http://127.0.0.1:${PORT}/readyz`, {
  signal: AbortSignal.timeout(4000),
}).then(
  ({ ok }) => ok,
  () => false,
)
process.exit(isReady ? 0 : 1)
