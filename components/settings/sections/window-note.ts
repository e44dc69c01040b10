const WARNING =
  'Warning: every earlier turn is sent with every call, so each message of a long conversation costs more than the one before. The badge of each answer says how many tokens that took. What the prompt budget has no room for is left out, oldest first.'

/** What a person should know about how these settings work together; '' = nothing. */
export function windowNote({ size, adaptive, minSize, maxSize }: Record<string, unknown>): string {
  if (size === 'full') return WARNING
  if (adaptive !== true || ![size, minSize, maxSize].every((value) => typeof value === 'number')) return ''
  const [own, least, most] = [Number(size), Number(minSize), Number(maxSize)]
  if (least > most) return `The smallest window is above the largest, so every window has ${least} turns.`
  if (own < least) return `Since windows adapt, at least ${least} turns are sent.`
  return own > most ? `Since windows adapt, at most ${most} turns are sent.` : ''
}
