const WARNING =
  'Warning: every call sends all earlier turns, so each message in a long conversation costs more than the last. The badge on each answer shows how many tokens that took. Turns that do not fit the prompt budget are left out, oldest first.'

/** What a person should know about how these settings work together; '' = nothing. */
export function windowNote({ size, adaptive, minSize, maxSize }: Record<string, unknown>): string {
  if (size === 'full') return WARNING
  if (adaptive !== true || ![size, minSize, maxSize].every((value) => typeof value === 'number')) return ''
  const [own, least, most] = [Number(size), Number(minSize), Number(maxSize)]
  if (least > most)
    return `The smallest window is larger than the largest, so every window has ${least} turns.`
  if (own < least) return `Because windows adapt, at least ${least} turns are sent.`
  return own > most ? `Because windows adapt, at most ${most} turns are sent.` : ''
}
