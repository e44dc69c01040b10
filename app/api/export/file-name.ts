const MOST = 60

/** `mneme-2026-11-21.json` for everything, `my-trip-to-rome.json` for a conversation with that title. */
export function exportName(title: string | null, now: Date): string {
  const slug = (title ?? '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, MOST)
    .toWellFormed()
    .replace(/^-+|[-\ufffd]+$/g, '')
  return `${slug || `mneme-${now.toISOString().slice(0, 10)}`}.json`
}

/** Content-Disposition with an ASCII fallback name. */
export function attachment(name: string): string {
  const plain = name.normalize('NFKD').replace(/[^\w.-]/g, '')
  return `attachment; filename="${/^[\w-]/.test(plain) ? plain : 'mneme.json'}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
