import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** Work of the process itself that has not come back yet, by the names of `getActiveResourcesInfo`. */
const UNDER_WAY = /Req|ConnectWrap|WriteWrap|ShutdownWrap|Immediate/
/** So many turns of the event loop without work show that everything waits for a timer. */
const IDLE_TURNS = 5

const { setTimeout: realTimeout, clearTimeout: realClear, setImmediate: realImmediate } = globalThis
const turn = () => new Promise<void>((resolve) => realImmediate(resolve))

/** A timer of the virtual clock. When the clock has stopped it runs in real time. */
class VirtualTimer {
  due = 0
  real: NodeJS.Timeout | undefined

  constructor(
    private readonly clock: VirtualClock,
    readonly run: () => void,
    private readonly ms: number,
  ) {
    this.refresh()
  }

  refresh(): this {
    this.close()
    this.due = this.clock.now + this.ms
    if (this.clock.running) this.clock.timers.add(this)
    else this.real = realTimeout(this.run, this.ms).unref()
    return this
  }

  close(): void {
    this.clock.timers.delete(this)
    realClear(this.real)
  }

  ref = () => this
  unref = () => this
  hasRef = () => false
}

class VirtualClock {
  now = 0
  running = true
  readonly timers = new Set<VirtualTimer>()

  /** The timers in the order in which they are due. Each runs when all that the last one caused is done. */
  async drive(traffic: Traffic): Promise<void> {
    for (let idle = 0; this.running; ) {
      await turn()
      const busy =
        traffic.isUnderWay() || process.getActiveResourcesInfo().some((name) => UNDER_WAY.test(name))
      idle = busy ? 0 : idle + 1
      if (idle < IDLE_TURNS) continue
      const [next] = [...this.timers].sort((a, b) => a.due - b.due)
      if (!next) continue
      this.timers.delete(next)
      this.now = next.due
      next.run()
      idle = 0
    }
  }

  stop(): void {
    this.running = false
    for (const timer of [...this.timers]) timer.refresh()
  }
}

/** What two sockets of this process have sent each other. */
class Traffic {
  readonly #sockets = new Set<Socket>()
  readonly #add = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
  }

  watch = () => CHANNELS.map((name) => subscribe(name, this.#add))
  unwatch = () => CHANNELS.map((name) => unsubscribe(name, this.#add))

  /** Whether one has sent what the other has not read yet. */
  isUnderWay(): boolean {
    const byPort = new Map([...this.#sockets].map((socket) => [socket.localPort, socket]))
    return [...this.#sockets].some((socket) => {
      const other = byPort.get(socket.remotePort)
      return other && other.remotePort === socket.localPort && other.bytesRead !== socket.bytesWritten
    })
  }
}
const CHANNELS = ['net.client.socket', 'net.server.socket']

/**
 * Runs `work` with timers that take no time, the service's and the client's alike: the clock jumps to the next
 * one as soon as nothing else is under way, so a busy machine does not change which is first. Nothing else may
 * run meanwhile.
 */
export async function withVirtualClock<T>(work: () => Promise<T>): Promise<T> {
  const { timeout: realSignal } = AbortSignal
  const clock = new VirtualClock()
  const traffic = new Traffic()
  const start = (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    new VirtualTimer(clock, () => callback(...args), ms)
  globalThis.setTimeout = Object.assign(start, realTimeout) as unknown as typeof setTimeout
  globalThis.clearTimeout = (timer) =>
    timer instanceof VirtualTimer ? timer.close() : realClear(timer as NodeJS.Timeout)
  AbortSignal.timeout = (ms) => {
    const ended = new AbortController()
    start(() => ended.abort(new DOMException('The operation took too long.', 'TimeoutError')), ms)
    return ended.signal
  }
  traffic.watch()
  const driven = clock.drive(traffic)
  try {
    return await work()
  } finally {
    clock.stop()
    await driven
    traffic.unwatch()
    Object.assign(globalThis, { setTimeout: realTimeout, clearTimeout: realClear })
    AbortSignal.timeout = realSignal
  }
}
