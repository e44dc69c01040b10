/** The action stream each browser tab holds: a newer one of the same tab ends the older, since HTTP/1.1 allows a tab's host six connections. */
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
