import { SPEAKERS } from '@/lib/heuristics/summarise'
import { isOurs } from '@/lib/heuristics/templates'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import { commandsIn } from '@/lib/model/offline/act/grammar'
import { literally } from '@/lib/shared/literally'
import type { Base, Source } from './passage'

const SUMMARY_HEAD = /^\[Turns? [^\]]*\]\s*/i
const INSIGHTS = 'Insights: '
const SOURCES: Record<string, Source> = { [SPEAKERS.said]: 'user', [SPEAKERS.asked]: 'summary' }

/** A summary names the speaker, and a roll-up the turn, before its sentences. The passages get both back. */
export function summaryPassages(text: string, base: Base): (Base & { text: string })[] {
  return text
    .replace(SUMMARY_HEAD, '')
    .split(/(?=\bTurn \d+: )|\n(?=Insights: )/)
    .flatMap((part) => {
      const marked = /^(?:Turn (\d+): )?(.*)$/s.exec(part.trim())
      const turn = marked?.[1] ? Number(marked[1]) : base.turn
      const parts = part.startsWith(INSIGHTS) ? part.slice(INSIGHTS.length).split('; ') : [marked?.[2] ?? '']
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

/** The sentences of a user's message. Of commands, only the text to write counts. */
export function told(text: string): string[] {
  const commands = commandsIn(text)?.commands
  if (!commands) return sentencesOf(text)
  return commands.flatMap((command) =>
    command.verb === 'write' || command.verb === 'append' ? sentencesOf(command.text) : [],
  )
}
