import type { WindowTurn } from '@/lib/memory/context/window'
import { contentTerms } from '@/lib/memory/text/terms'
import type { RecallQuery } from './recall-query'

/** Numbers of the window's turns with one of the keywords in their texts or tool results. */
function inWindow(keywords: readonly string[], window: readonly WindowTurn[]): number[] {
  const sought = new Set(keywords.flatMap((keyword) => contentTerms(keyword).map(({ key }) => key)))
  const holds = (text: string) => contentTerms(text).some(({ key }) => sought.has(key))
  return window
    .filter(({ userText, answer, tools }) =>
      [userText, answer, ...tools.map(({ result }) => result)].some(holds),
    )
    .map(({ number }) => number)
}

/** The note for the model when keywords found nothing: the window may contain them in a tool result. */
export function nothingOn({ request: { keywords = [], from, to }, shown }: RecallQuery): string {
  const words = keywords.map((word) => `"${word}"`).join(', ')
  if (from ?? to) return words ? `no turn of that time mentions ${words}` : 'nothing from that time'
  const numbers = inWindow(keywords, shown?.window ?? [])
  if (numbers.length === 0) return `no earlier turn mentions ${words}`
  return `${words}: in the window (turn${numbers.length > 1 ? 's' : ''} ${numbers.join(', ')})`
}
