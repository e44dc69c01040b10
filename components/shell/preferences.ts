/** The state of the frame in one cookie, so that the server renders it the same way. */
export type Preferences = { sidebar: boolean; panel: boolean; panelWidth: number }
export const PREFERENCES_COOKIE = 'mneme_frame'
export const PANEL = { min: 280, max: 640, standard: 340 } as const

export const clampPanel = (width: number) => Math.min(PANEL.max, Math.max(PANEL.min, Math.round(width)))

/** `1.1.340`: sidebar open, panel open, panel width. Anything else means the default. */
export function parsePreferences(cookie: string | undefined): Preferences {
  const match = /^([01])\.([01])\.(\d{2,4})$/.exec(cookie ?? '')
  if (!match) return { sidebar: true, panel: true, panelWidth: PANEL.standard }
  return { sidebar: match[1] === '1', panel: match[2] === '1', panelWidth: clampPanel(Number(match[3])) }
}

export const writePreferences = ({ sidebar, panel, panelWidth }: Preferences) =>
  `${PREFERENCES_COOKIE}=${sidebar ? 1 : 0}.${panel ? 1 : 0}.${clampPanel(panelWidth)}; path=/; max-age=31536000; samesite=lax`
