/**
 * The action stream of each browser tab. A tab's newer stream ends the older one, since HTTP/1.1 allows six
 * connections per host.
 */
export class Tabs {
  private readonly streams = new Map<string, AbortController>()

  open(tabId: string | null): AbortController {
    const controller = new AbortController()
    if (tabId === null) return controller
    this.streams.get(tabId)?.abort()
    this.streams.set(tabId, controller)
    controller.signal.addEventListener('abort', () => {
      if (this.streams.get(tabId) === controller) this.streams.delete(tabId)
    })
    return controller
  }
}
