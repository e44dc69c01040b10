import { EDGE_STYLES, NODE_STYLES } from './graph-style'

const OTHERS = [
  '--paper',
  '--surface',
  '--raised',
  '--line',
  '--line-strong',
  '--ink',
  '--ink-soft',
  '--ink-faint',
  '--accent',
  '--recall-fill',
  '--recall',
  '--on-accent',
] as const
/** Resolved CSS variables for the canvas, and the page's font. */
export type Theme = { color(variable: string): string; font: string }

export const GREY = '#808080'
/** The current colours. */
export function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement)
  const names = [
    ...OTHERS,
    ...Object.values(NODE_STYLES).flatMap(({ fill, border }) => [fill, border]),
    ...Object.values(EDGE_STYLES).map(({ color }) => color),
  ]
  const colors = new Map(names.map((name) => [name, style.getPropertyValue(name).trim() || GREY]))
  return {
    color: (variable) => colors.get(variable) ?? GREY,
    font: getComputedStyle(document.body).fontFamily,
  }
}

/** Calls back when the theme switches between light and dark. */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['class', 'style', 'data-theme'],
  })
  return () => observer.disconnect()
}
