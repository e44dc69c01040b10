const MOST = { value: 80, all: 240 }
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** `(query="boats", limit=3)`, cut, without secrets. */
export function shownArgs(args: unknown, redact: (text: string) => string): string {
  const pairs = Object.entries(args && typeof args === 'object' ? args : {})
  // Redacted before it is cut: half a key is not recognised.
  const shown = pairs.map(
    ([name, value]) => `${name}=${cut(redact(JSON.stringify(value) ?? ''), MOST.value)}`,
  )
  return `(${cut(redact(shown.join(', ')), MOST.all)})`
}
