import { tagSchema } from '@/lib/shared/tags'

/** The state of the frame in one cookie, so that the server renders it the same way. */
export type Preferences = {
  sidebar: boolean
  panel: boolean
  panelWidth: number
  /** The tag that the list of conversations is filtered by. */
  tag: string | null
}
export const PREFERENCES_COOKIE = 'mneme_frame'
export const PANEL = { min: 280, max: 640, standard: 340 } as const

export const clampPanel = (width: number) => Math.min(PANEL.max, Math.max(PANEL.min, Math.round(width)))

/** A cookie's value may be decoded on its way, so the tag is written as the hex digits of its bytes. */
const hexOf = (text: string) =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const textOf = (hex: string) =>
  new TextDecoder().decode(Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)))

/** `1.1.340`: sidebar open, panel open, panel width; then the tag. Anything else means the default. */
export function parsePreferences(cookie: string | undefined): Preferences {
  const match = /^([01])\.([01])\.(\d{2,4})(?:\.((?:[0-9a-f]{2})+))?$/.exec(cookie ?? '')
  if (!match) return { sidebar: true, panel: true, panelWidth: PANEL.standard, tag: null }
  const tag = match[4] ? (tagSchema.safeParse(textOf(match[4])).data ?? null) : null
  return {
    sidebar: match[1] === '1',
    panel: match[2] === '1',
    panelWidth: clampPanel(Number(match[3])),
    tag,
  }
}

export const writePreferences = ({ sidebar, panel, panelWidth, tag }: Preferences) =>
  `${PREFERENCES_COOKIE}=${sidebar ? 1 : 0}.${panel ? 1 : 0}.${clampPanel(panelWidth)}${tag ? `.${hexOf(tag)}` : ''}; path=/; max-age=31536000; samesite=lax`
