/** Ends a text that was cut for a prompt. */
export const TRUNCATED = '... (truncated)'
/** A text cut for a prompt. Storage keeps it whole. */
export const truncated = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max)}${TRUNCATED}` : text
