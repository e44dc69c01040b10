/** How far a key moves a slider over `count` positions; undefined for other keys. */
export function sliderStep(key: string, count: number): number | undefined {
  const page = Math.max(1, Math.round(count / 10))
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -page,
    PageUp: page,
    Home: -count,
    End: count,
  }
  return steps[key]
}
