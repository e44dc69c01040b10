import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test'

/** Logged by the browser when a request fails, which tests that cut connections cause on purpose. */
const EXPECTED = /Failed to load resource|net::ERR_/

function leaves(request: Request): boolean {
  const url = new URL(request.url())
  if (url.protocol === 'data:' || url.protocol === 'blob:') return false
  if (url.hostname !== '127.0.0.1') return true
  if (request.isNavigationRequest()) return false
  try {
    return url.origin !== new URL(request.frame().url()).origin
  } catch {
    return false
  }
}

/** The graph library only warns of what it cannot draw. */
const isFault = (message: ConsoleMessage) =>
  (message.type() === 'error' && !EXPECTED.test(message.text())) ||
  (message.type() === 'warning' && new URL(message.page()?.url() ?? 'about:blank').pathname === '/memory')

/**
 * Records what must not happen in any test: requests to other origins, dialogs, uncaught errors, console errors,
 * and console warnings of the memory page.
 */
export function watch(context: BrowserContext): string[] {
  const faults: string[] = []
  context.on('request', (request) => leaves(request) && faults.push(`left the origin: ${request.url()}`))
  context.on('weberror', (event) => faults.push(`uncaught: ${event.error().stack ?? event.error().message}`))
  context.on('console', (message) => isFault(message) && faults.push(`console: ${message.text()}`))
  context.on('dialog', (dialog) => {
    faults.push(`a dialog opened: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return faults
}
