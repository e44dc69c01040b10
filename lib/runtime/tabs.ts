import { limits } from '@/lib/shared/limits'
import type { Schedule } from './turn-log'

/**
 * The action stream of each browser tab. It ends after a while, or when the tab opens another one, since
 * HTTP/1.1 allows six connections per host.
 */
export class Tabs {
  private readonly streams = new Map<string, AbortController>()

  constructor(private readonly schedule: Schedule) {}

  /** Aborts when the stream has to end. */
  open(tabId: string): AbortSignal {
    const controller = new AbortController()
    this.streams.get(tabId)?.abort()
    this.streams.set(tabId, controller)
    this.schedule(() => {
      controller.abort()
      if (this.streams.get(tabId) === controller) this.streams.delete(tabId)
    }, limits.runner.actionStreamMs)
    return controller.signal
  }
}
