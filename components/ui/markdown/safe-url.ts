const SAFE = new Set(['http:', 'https:', 'mailto:'])

/** The address if it is safe to follow (absolute http, https or mailto), else null. */
export function safeUrl(address: string | undefined): string | null {
  if (!address || address.length > 4_000) return null
  try {
    const url = new URL(address)
    return SAFE.has(url.protocol) && (url.protocol === 'mailto:' || url.hostname) ? url.href : null
  } catch {
    return null
  }
}
