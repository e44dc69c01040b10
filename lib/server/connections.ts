import type { Socket } from 'node:net'

export type Bounds = {
  /** Open connections per address. */
  open: number
  /** Of these, connections without a complete request head. */
  waiting: number
  /** How long the first request's head may take. */
  headMs: number
}

/** Counts connections per address, and ends surplus ones and those too slow to send a request. */
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
    // The oldest waiting connection makes room: an honest request would be complete by now.
    const silent = [...same].filter((other) => this.waiting.has(other))
    if (silent.length >= this.bounds.waiting) silent[0]?.destroy()
    this.wait(socket, this.bounds.headMs)
  }

  /** Limits how long a stranger's connection may take; `settle` cancels the limit. */
  wait(socket: Socket, ms: number): void {
    this.settle(socket)
    this.waiting.set(socket, setTimeout(() => socket.destroy(), ms).unref())
  }

  settle(socket: Socket): void {
    clearTimeout(this.waiting.get(socket))
    this.waiting.delete(socket)
  }
}
