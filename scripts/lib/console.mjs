/** A failure whose message addresses the person at the terminal and needs no stack trace. */
export class Failure extends Error {}

/** Runs a script's `main`; prints an error that it throws and sets the exit code to 1. */
export async function runMain(main) {
  try {
    const [major] = process.versions.node.split('.')
    if (Number(major) < 20) {
      throw new Failure(
        `Foyer needs Node 20 or newer to start from, and this is Node ${process.versions.node}. Install a newer one from https://nodejs.org and try again.`,
      )
    }
    await main()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    process.exitCode = 1
  }
}

/**
 * Does `work` and shows that it is under way if it takes longer than a second: on a terminal in one
 * line that is updated, elsewhere in a line now and then.
 */
export async function withProgress(title, work) {
  const isTerminal = process.stdout.isTTY
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 1000)
  let shown = false
  const ticker = setInterval(() => {
    if (isTerminal) process.stdout.write(`\r${title} … ${seconds()} s `)
    else if (!shown || seconds() % 10 === 0) console.log(`${title} … ${seconds()} s`)
    shown = true
  }, 1000)
  try {
    const result = await work()
    if (shown) console.log(`${isTerminal ? '\r' : ''}${title}: took ${seconds()} s`)
    return result
  } catch (error) {
    if (shown && isTerminal) console.log()
    throw error
  } finally {
    clearInterval(ticker)
  }
}
