/** Resolved CSS variables for the canvas, and the page's font for measuring labels. */
export type Theme = { color(variable: string): string; font: string }

export const GREY = '#808080'
/** The current colours. Each is read once: in a frame that moved labels, reading restyles the whole page. */
export function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement)
  const colors = new Map<string, string>()
  return {
    color(variable) {
      const color = colors.get(variable) ?? (style.getPropertyValue(variable).trim() || GREY)
      colors.set(variable, color)
      return color
    },
    font: getComputedStyle(document.body).fontFamily,
  }
}

export function onThemeChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['class', 'style', 'data-theme'] })
  return () => observer.disconnect()
}
