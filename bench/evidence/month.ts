import type { Received } from '@/e2e/support/openai-server'
import type { Harness } from '@/lib/agent/testing'
import { manifestSchema } from '@/lib/db/turns/steps'
import { countTokens } from '@/lib/model/tokens'
import { mean, type Row } from '../bench'
import type { Person, PersonQuestion } from '../persons/person'
import { ask, tell } from '../persons/play'
import { type Score, scoreOf } from './score'
import { type Sent, sentOf, shownIn, textsOf } from './shown'

/** A question with what its first prompt contains. `sections` = its tokens by section, as stored. */
export type Asked = {
  question: PersonQuestion
  score: Score
  sent: Sent
  tokens: number
  sections: Record<string, number>
}
type Month = { person: Person; asked: Asked[] }

/** The first request that thinks or answers: all others ask for JSON. */
const firstOf = (requests: readonly Received[]) =>
  requests.find(({ options }) => options?.responseFormat?.type !== 'json')

/** The tokens of the first prompt by section, and what its labels mean. */
async function storedOf({ db }: Harness, turnId: string) {
  const step = await db.step.findFirst({
    where: { turnId, phase: { not: 'classify' } },
    orderBy: { index: 'asc' },
    include: { sections: true },
  })
  const { labels = {} } = manifestSchema.parse(step?.manifest)
  const turns = await db.turn.findMany({ where: { id: { in: Object.values(labels) } } })
  const places = new Map(turns.map(({ id, conversationId, number }) => [id, `${conversationId} ${number}`]))
  return {
    sections: Object.fromEntries((step?.sections ?? []).map(({ section, tokens }) => [section, tokens])),
    labels: new Map(Object.entries(labels).map(([label, id]) => [label, places.get(id) ?? ''])),
  }
}

const tokensOf = (sent: Sent) =>
  textsOf(sent).reduce((sum, { text }) => sum + countTokens(text), 0) +
  (sent.tools.length ? countTokens(JSON.stringify(sent.tools)) : 0)

/** Tells a month and asks its questions. `notes: false` = the model finds no facts. */
export async function playMonth(person: Person, options: { notes?: boolean } = {}): Promise<Month> {
  const memory = await tell(person, undefined, options)
  const asked: Asked[] = []
  for (const question of person.questions)
    asked.push(
      await ask(person, memory, question, async ({ foreground, turn }, h) => {
        const first = firstOf(foreground)
        if (!first) throw new Error(`a question of ${person.person} reached no model`)
        const sent = sentOf(first.body)
        const { sections, labels } = await storedOf(h, turn.id)
        const score = scoreOf(shownIn(sent, person, question, labels), person, question)
        return { question, score, sent, tokens: tokensOf(sent), sections }
      }),
    )
  return { person, asked }
}

const share = (all: readonly boolean[]) =>
  all.length ? Math.round((1_000 * all.filter(Boolean).length) / all.length) / 1_000 : null

/** Shares of needs and current, and the number of unmarked outdated values. */
export function sumsOf(asked: readonly Asked[]) {
  const scores = asked.map(({ score }) => score)
  return {
    n: asked.length,
    needs: share(scores.map(({ needs }) => needs)),
    current: share(scores.flatMap(({ current }) => (current === null ? [] : current))),
    outdated: scores.reduce((sum, { outdated }) => sum + outdated.length, 0),
  }
}

export const rowOf = ({ person, asked }: Month): Row => ({
  person: person.person,
  ...sumsOf(asked),
  promptTokens: Math.round(mean(asked.map(({ tokens }) => tokens))),
})

/** One line a question; without its words for a sealed person. */
export const linesOf = ({ person, asked }: Month): string[] =>
  asked.map(({ question, score, tokens, sections }, i) => {
    const { missing, current, outdated } = score
    const values = (all: readonly unknown[]) =>
      all.length === 0 ? 'none' : person.sealed ? all.length : JSON.stringify(all)
    const parts = Object.entries(sections).map(([name, size]) => `${name} ${size}`)
    return [
      `${person.person} ${i + 1}${person.sealed ? '' : `: ${question.ask}`}`,
      `  missing ${values(missing)}, current ${current ?? '-'}, outdated ${values(outdated)}`,
      `  ${tokens} tokens: ${parts.join(', ')}`,
    ].join('\n')
  })
