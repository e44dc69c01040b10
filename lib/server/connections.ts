import type { Socket } from 'node:net'

export type Bounds = {
  /** Connections of one address. */
  open: number
  /** Those of them that have not yet said what they want. */
  waiting: number
  /** How long the first request's head may take. */
  headMs: number
}

/** Counts connections by address, and ends those that are too many or too slow to say what they want. */
export class Connections {
  private readonly open = new Map<string, Set<Socket>>()
  private readonly waiting = new Map<Socket, NodeJS.Timeout>()

  constructor(private readonly bounds: Bounds) {}

  add(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    const same = this.open.get(address) ?? new Set<Socket>()
    this.open.set(address, same.add(socket))
    socket.once('close', () => {
      this.settle(socket)
      same.delete(socket)
      if (same.size === 0) this.open.delete(address)
    })
    if (same.size > this.bounds.open) {
      socket.destroy()
      return
    }
    // The oldest makes room: a request of good will is complete long before.
    const silent = [...same].filter((other) => this.waiting.has(other))
    if (silent.length >= this.bounds.waiting) silent[0]?.destroy()
    this.wait(socket, this.bounds.headMs)
  }

  /** Gives a stranger's connection so long to send what it has begun; `settle` calls that off. */
  wait(socket: Socket, ms: number): void {
    this.settle(socket)
    this.waiting.set(socket, setTimeout(() => socket.destroy(), ms).unref())
  }

  settle(socket: Socket): void {
    clearTimeout(this.waiting.get(socket))
    this.waiting.delete(socket)
  }
}
