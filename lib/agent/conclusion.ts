import { z } from 'zod'
import type { Passage } from '@/lib/memory/recall/recall-query'
import { shortened } from '@/lib/shared/shortened'
import { daysIn } from '@/lib/shared/time/day'
import { CHANGING_TOOLS } from '@/lib/shared/turn/changing-tools'
import type { TurnState } from './turn-state'

/** Characters of each part and of a line: together about 1,200. */
const ROOM = { done: 350, found: 500, failed: 200 }
const LINE = 170

const CITATION = /\[(?:turn|file|summary|import)\b[^\]\n]*\]/g
const INSTEAD: Record<string, string> = { '`': "'", '[': '(', ']': ')', '<': '‹', '>': '›', '\\': '/' }
/** One short line in which nothing is read as Markdown, without the citations of another answer. */
const plain = (text: string, most = LINE) =>
  shortened(
    text
      .slice(0, 4 * most)
      .replace(CITATION, '')
      .replace(/[*~]/g, '')
      .replace(/[`[\]<>\\]/g, (mark) => INSTEAD[mark] ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
    most,
  )

/** A titled list of the last different lines that have room. */
function list(title: string, lines: readonly string[], room: number): string[] {
  let left = room
  const kept = [...new Set(lines.map((line) => plain(line)).filter(Boolean))].reverse().filter((line) => {
    left -= line.length + 3
    return left >= 0
  })
  return kept.length
    ? [
        `${title}\n\n${kept
          .reverse()
          .map((line) => `- ${line}`)
          .join('\n')}`,
      ]
    : []
}

type Ran = Pick<TurnState, 'ran' | 'passages' | 'zone'>
const subjectSchema = z.object({ path: z.string().optional(), key: z.string().optional() }).catch({})

/** Only the last change of each file and note. */
function changesBy({ ran }: Ran): string[] {
  const last = new Map<string, string>()
  for (const { name, ok, result, args } of ran) {
    if (!ok || !CHANGING_TOOLS.has(name)) continue
    const { path, key } = subjectSchema.parse(args)
    last.delete(`${path} ${key}`)
    last.set(`${path} ${key}`, result)
  }
  return [...last.values()]
}

/** A recalled text with its day and speaker. Results of earlier tools are left out: they are not for people. */
function quoted({ who, at, text, speaker, other }: Passage, zone: string): string[] {
  if (who === 'tool') return []
  const by = { user: 'you', assistant: 'the answer', summary: 'a summary', file: other?.file ?? 'a file' }
  return [`${daysIn(zone)(Date.parse(at))}, ${plain(speaker ?? by[who], 60)}: “${plain(text, 100)}”`]
}

function foundBy({ ran, passages, zone }: Ran): string[] {
  const quotes = (found: readonly Passage[]) => found.flatMap((passage) => quoted(passage, zone))
  const found = ran.flatMap(({ name, ok, found, recalled, result }) => {
    if (!ok || CHANGING_TOOLS.has(name)) return []
    if (!found && !recalled) return result.split('\n', 5)
    return [...(found ?? []), ...(recalled ?? []).flatMap((search) => quotes(search.found.passages))]
  })
  return found.length ? found : quotes(passages)
}

/** Failed calls, and what searches did not find. */
const failuresOf = ({ ran }: Ran): string[] =>
  ran.flatMap(({ ok, result, recalled = [] }) => {
    if (!ok) return [(result.split('\n', 1)[0] ?? '').replace(/:$/, '.')]
    const missed = recalled.filter(({ found }) => found.hits.length === 0)
    const words = missed.flatMap(({ request }) => request.keywords ?? [])
    return words.map((word) => `Nothing was found about “${plain(word, 60)}”.`)
  })

/**
 * The answer when a model keeps calling tools although it must answer: what they did, what they found, and
 * what is left, in plain words.
 */
export const conclusionOf = (state: Ran): string =>
  [
    'The model called tools to the end and wrote no answer. This is what came of them.',
    ...list('Done:', changesBy(state), ROOM.done),
    ...list('Found:', foundBy(state), ROOM.found),
    ...list('Not done:', failuresOf(state), ROOM.failed),
    'Your message is not answered yet. Say “continue” to go on from here.',
  ].join('\n\n')
