const MOST = 60

/** `mneme-2026-11-21.json` for everything, `my-trip-to-rome.json` for a conversation with that title. */
export const exportName = (title: string | null, now: Date, extension = 'json') =>
  `${slugOf(title ?? '') || `mneme-${now.toISOString().slice(0, 10)}`}.${extension}`

/** A title as a part of a file name; may be empty. */
export const slugOf = (title: string) =>
  title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, MOST)
    .toWellFormed()
    .replace(/^-+|[-\ufffd]+$/g, '')

/** Content-Disposition with an ASCII fallback name. */
export function attachment(name: string): string {
  const plain = name.normalize('NFKD').replace(/[^\w.-]/g, '')
  return `attachment; filename="${/^[\w-]/.test(plain) ? plain : `mneme${/\.\w+$/.exec(plain)?.[0]}`}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
