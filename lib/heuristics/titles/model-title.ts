import { plainName } from '@/lib/shared/plain-name'

/** A title that a model gave, as it is stored. */
export const modelTitle = (title: string) =>
  plainName(title.replace(/\s+/g, ' '))
    .replace(/\.+$/, '')
    .replace(/^(?:“(.*)”|(["'])([^"“”]*)\2)$/, '$1$3')
    .replace(/\.+$/, '')
    .trim()

const TITLE = /"title"\s*:\s*("(?:[^"\\]|\\.)*")/g
/** Whether a model's reply gives this title: in its JSON, or as plain text as in earlier versions. */
export const givesTitle = (reply: string, title: string): boolean =>
  title !== '' &&
  (reply.includes(title) ||
    [...reply.matchAll(TITLE)].some(([, quoted = '']) => modelTitle(unquoted(quoted)) === title))

function unquoted(json: string): string {
  try {
    return String(JSON.parse(json))
  } catch {
    return ''
  }
}
