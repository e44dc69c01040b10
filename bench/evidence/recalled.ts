import { ReflectiveAgent } from '@/lib/agent/reflective-agent'
import type { AgentDeps, TurnRun } from '@/lib/agent/turn-state'
import { getTurn } from '@/lib/db/turns/turns'
import type { Models } from '@/lib/model/models'
import { countTokens } from '@/lib/model/tokens'
import type { ModelRequest } from '@/lib/model/types'
import type { TurnOptions } from '@/lib/shared/schemas'
import { mean, type Row } from '../bench'
import { captioned, counts, type DataSet } from '../recall/data'
import { type Loaded, load } from '../recall/load'
import { askWithin } from '../recall/quality'
import type { Workplace } from '../workplace'

const BUDGETS = [550, 1_200, 2_500]
const OPTIONS: TurnOptions = { depth: 'moderate', recall: 'conversation' }
const share = (value: number) => Math.round(value * 1_000) / 1_000

/** Ends a turn at its first call and keeps what was sent. */
class Recorder implements Models {
  sent: ModelRequest | null = null
  describe = () => ({ provider: 'recorder', model: 'recorder', offline: false })
  async call(_role: string, request: ModelRequest): Promise<never> {
    this.sent ??= request
    throw new Error('only the first request is of interest')
  }
  structured = () => Promise.reject(new Error('no structured call is made here'))
}

/**
 * The first prompt of a moderate turn behind a stored conversation, and its recalled tokens. The turn itself is
 * never stored, so that no question finds another one.
 */
async function firstPrompt({ db, runtime }: Workplace, ownerId: string, one: Loaded, userText: string) {
  const models = new Recorder()
  const deps: AgentDeps = { db, runtime, countTokens, models, jobsAfter: () => [], log: () => {} }
  const leaf = await getTurn(db, ownerId, one.leaf)
  const turn = {
    ...leaf,
    id: 'turn_asked',
    number: one.last + 1,
    parentId: leaf.id,
    userText,
    answer: '',
    options: OPTIONS,
    importedAt: null,
    createdAt: runtime.now(),
  }
  let recalled: number | null = null
  const run: TurnRun = {
    turn,
    lease: { turnId: turn.id, ownerId, attempt: 1, leaseOwner: 'bench' },
    path: one.path,
    signal: new AbortController().signal,
    emit(event) {
      if (event.type === 'step-started')
        recalled ??= event.sections.find(({ section }) => section === 'recalled')?.tokens ?? 0
    },
  }
  await new ReflectiveAgent(deps).run(run)
  if (!models.sent) throw new Error('a question of the recall data reached no model')
  return { text: flat(JSON.stringify(models.sent)), recalled: recalled ?? 0 }
}

/** One line, without quotation marks of the fence. */
const flat = (json: string) =>
  json
    .replace(/\\n\| ?/g, ' ')
    .replace(/\\[nrt]/g, ' ')
    .replaceAll('\u2060', '')
    .replace(/\s+/g, ' ')
/** The first letters and digits of a text, to recognise it in a prompt. */
const head = (text: string) =>
  flat(JSON.stringify(text.replace(/\s+/g, ' ').trim().slice(0, 60)).slice(1, -1))

/** Share of a set's evidence in first prompts, then within given budgets of recalled tokens. */
export async function evidenceIn(at: Workplace, set: DataSet): Promise<Row[]> {
  const ownerId = `user_${set.name}`
  const loaded = await load(at, ownerId, set.conversations)
  const shares: number[] = []
  const tokens: number[] = []
  for (const one of loaded) {
    const texts = new Map(one.data.turns.map((turn) => [turn.id, captioned(turn)]))
    for (const { question, evidence, category } of one.data.questions) {
      if (!counts(category) || evidence.length === 0) continue
      const { text, recalled } = await firstPrompt(at, ownerId, one, question)
      const wanted = [...new Set(evidence)]
      const found = wanted.filter((id) => text.includes(head(texts.get(id) ?? '\u0000')))
      shares.push(found.length / wanted.length)
      tokens.push(recalled)
    }
  }
  const rows: Row[] = [
    { set: set.name, evidence: share(mean(shares)), recalledTokens: Math.round(mean(tokens)) },
  ]
  for (const budget of BUDGETS) {
    const within = await askWithin(at, ownerId, loaded, budget)
    rows.push({
      set: `${set.name}, one recall within ${budget}`,
      evidence: share(within.recall),
      recalledTokens: Math.round(within.mean),
    })
  }
  return rows
}
