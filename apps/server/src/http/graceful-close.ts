import type { FastifyInstance } from 'fastify'

/**
 * Lets a closing server end with its last response. Otherwise a kept-alive connection would keep it
 * open for another minute, and so would a connection that a browser has opened in advance without a
 * request: Node counts neither as idle. `onClosing` is called when closing begins; from then on
 * each response must end its connection.
 */
export function closeGracefully(app: FastifyInstance, onClosing: () => void): void {
  let isClosing = false
  let inProgress = 0

  const cutWhenDone = () => {
    if (isClosing && inProgress === 0) app.server.closeAllConnections()
  }
  app.server.on('request', (_request, response) => {
    inProgress += 1
    response.once('close', () => {
      inProgress -= 1
      cutWhenDone()
    })
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', (done) => {
    isClosing = true
    onClosing()
    // By then the server has stopped listening.
    setImmediate(cutWhenDone)
    done()
  })
}
