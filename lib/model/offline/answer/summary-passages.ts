import { literally } from '@/lib/base/literally'
import { SPEAKERS } from '@/lib/heuristics/summarise'
import { isOurs } from '@/lib/heuristics/templates'
import { keysOf } from '@/lib/heuristics/text/concepts'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import { contentWords } from '@/lib/heuristics/text/words'
import type { Base, Source } from './passage'
import { told } from './told'

const SUMMARY_HEAD = /^\[Turns? [^\]]*\]\s*/i
const INSIGHTS = 'Insights: '
const SOURCES: Record<string, Source> = { [SPEAKERS.said]: 'user', [SPEAKERS.asked]: 'summary' }
const keysIn = (text: string) => contentWords(text).map((word) => keysOf(word.lower, 'en'))
/** An insight with this share of its words in the summary says nothing new. */
const REPEATED = 0.6
/** An insight that only says that memory was searched. */
const LOOKED_UP = /^recall_context\b/

/** The insights that add something to their summary. */
function newInsights(insights: string, summary: string): string[] {
  const known = new Set(keysIn(summary).flat())
  return insights.split('; ').filter((insight) => {
    const own = keysIn(insight)
    return (
      !LOOKED_UP.test(insight.trim()) &&
      own.filter((one) => one.some((key) => known.has(key))).length < own.length * REPEATED
    )
  })
}

/** A summary names the speaker, and a roll-up the turn, before its sentences. The passages get both back. */
export function summaryPassages(text: string, base: Base): (Base & { text: string })[] {
  return text
    .replace(SUMMARY_HEAD, '')
    .split(/(?=\bTurn \d+: )|\n(?=Insights: )/)
    .flatMap((part) => {
      const marked = /^(?:Turn (\d+): )?(.*)$/s.exec(part.trim())
      const turn = marked?.[1] ? Number(marked[1]) : base.turn
      const parts = part.startsWith(INSIGHTS)
        ? newInsights(part.slice(INSIGHTS.length), text.slice(0, text.indexOf(`\n${INSIGHTS}`)))
        : [marked?.[2] ?? '']
      const answered = base.product ? `${base.product} answered:` : SPEAKERS.answered
      const marks = [SPEAKERS.said, SPEAKERS.asked, SPEAKERS.answered, answered]
      const speech = new RegExp(`(?=${marks.map(literally).join('|')})`)
      return parts.flatMap((one) => {
        let source = base.source
        return one.split(speech).flatMap((spoken) => {
          const mark = marks.find((mark) => spoken.startsWith(mark))
          // The summary of an import calls every speaker of one side the user.
          if (mark && !base.stranger) source = SOURCES[mark] ?? 'assistant'
          const said = (mark ? spoken.slice(mark.length) : spoken).trim()
          const sentences = source === 'user' ? told(said) : isOurs(said) ? [] : sentencesOf(said)
          return sentences.map((text) => ({ ...base, turn, source, text }))
        })
      })
    })
}
