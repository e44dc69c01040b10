// PGlite behind PostgreSQL's wire protocol, for tests where no server is installed. It has one session. A
// connection holds it from its first message until the session is ready and outside a transaction, so several
// connections behave as on a server that runs one transaction at a time. (@electric-sql/pglite-socket lets
// messages of connections mix, and fits no PGlite after 0.5.14.)
import net from 'node:net'
import { PGlite } from '@electric-sql/pglite'

const SSL_REQUEST = 80_877_103
const CANCEL_REQUEST = 80_877_102
const PROTOCOL_3 = 196_608

/**
 * Cuts one message off the front of `buffer`; null while it is not whole. A start message has no type byte.
 */
function cut(buffer, started) {
  const at = started ? 1 : 0
  if (buffer.length < at + 4) return null
  const length = at + buffer.readInt32BE(at)
  return buffer.length < length
    ? null
    : { message: buffer.subarray(0, length), rest: buffer.subarray(length) }
}

/**
 * The last `ReadyForQuery` of an answer: 'I' outside a transaction, 'T' inside, 'E' inside a failed one; null
 * when there is none.
 */
function readiness(answer) {
  let state = null
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1))
    if (answer[at] === 0x5a) state = String.fromCharCode(answer[at + 5])
  return state
}

/** @returns a function that stops the server. */
export async function servePglite(port) {
  const db = await PGlite.create()
  const sockets = new Set()
  let last = Promise.resolve()
  /** The session, once everybody before has given it back. */
  const take = () => {
    let give = () => {}
    const mine = new Promise((resolve) => {
      give = resolve
    })
    const turn = last.then(() => give)
    last = mine
    return turn
  }

  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    let buffer = Buffer.alloc(0)
    let started = false
    let give = null
    let inTransaction = false
    const answer = async (message) => {
      give ??= await take()
      const reply = Buffer.from(await db.execProtocolRaw(message, { syncToFs: false }))
      if (socket.writable) socket.write(reply)
      const state = readiness(reply)
      if (state) inTransaction = state !== 'I'
      if (state === 'I') {
        give()
        give = null
      }
    }
    const leave = async () => {
      sockets.delete(socket)
      if (give && inTransaction) await db.exec('ROLLBACK')
      give?.()
      give = null
    }
    const read = async () => {
      for (let next = cut(buffer, started); next; next = cut(buffer, started)) {
        buffer = next.rest
        const code = started ? 0 : next.message.readInt32BE(4)
        if (code === SSL_REQUEST) socket.write('N')
        else if (code === CANCEL_REQUEST || (started && next.message[0] === 0x58)) socket.end()
        else {
          started ||= code === PROTOCOL_3
          await answer(next.message)
        }
      }
    }
    let work = Promise.resolve()
    const queue = (run) => {
      work = work.then(run).catch(() => socket.destroy())
    }
    socket.on('data', (data) => {
      queue(() => {
        buffer = Buffer.concat([buffer, data])
        return read()
      })
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => queue(leave))
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
    await db.close()
  }
}
