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
/** Colours by CSS variable, as the canvas needs them, and the page's font. */
export type Theme = { color(variable: string): string; font: string }

export const GREY = '#808080'
/** The colours that are valid now. */
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

/** Calls back whenever light turns dark or the other way round. */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['class', 'style', 'data-theme'],
  })
  return () => observer.disconnect()
}
