const SAFE = new Set(['http:', 'https:', 'mailto:'])

/** The address when a reader may follow it (absolute http, https or mailto), else null. Untrusted text decides nothing more. */
export function safeUrl(address: string | undefined): string | null {
  if (!address || address.length > 4_000) return null
  try {
    const url = new URL(address)
    return SAFE.has(url.protocol) && (url.protocol === 'mailto:' || url.hostname) ? url.href : null
  } catch {
    return null
  }
}
