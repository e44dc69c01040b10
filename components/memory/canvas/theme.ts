/** Resolved CSS variables for the canvas, and the page's font for measuring labels. */
export type Theme = { color(variable: string): string; font: string }

export const GREY = '#808080'
/** The current colours. */
export function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement)
  return {
    color: (variable) => style.getPropertyValue(variable).trim() || GREY,
    font: getComputedStyle(document.body).fontFamily,
  }
}

/** Calls back when the theme switches between light and dark. */
export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['class', 'style', 'data-theme'] })
  return () => observer.disconnect()
}
