import { isDeepStrictEqual } from 'node:util'
import type { TestDb } from '@/lib/db/testing'
import { toldBy } from '@/lib/db/turns/steps'
import type { Turn } from '@/lib/db/turns/turns'
import { titleFor } from '@/lib/heuristics/titles/title'
import { isAnswering } from '@/lib/shared/usage/baselines'
import type { Case, Outcome } from './kind'
import { expected, QUESTION, TITLE } from './script'
import type { Service } from './service'

const shown = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
const differs = (what: string, got: string, want: string | RegExp): string[] => {
  const fits = typeof want === 'string' ? got === want : want.test(got)
  return fits ? [] : [`${what} is ${shown(JSON.stringify(got))} instead of ${shown(String(want))}`]
}

function outcomeOf({ kind, phase }: Case): Outcome {
  const own = typeof kind.expect === 'function' ? kind.expect(phase) : kind.expect
  return { ...expected(phase), ...own }
}

type Failed = { message?: string; hint?: string; said?: string } | null

/** What differs from the outcome that a case must have; [] = nothing. */
export async function problemsOf(one: Case, { db }: TestDb, turn: Turn, service: Service): Promise<string[]> {
  const want = outcomeOf(one)
  const steps = await db.step.findMany({
    where: { turnId: turn.id },
    include: { tools: { orderBy: { index: 'asc' } } },
    orderBy: { index: 'asc' },
  })
  const answering = steps.filter(({ phase }) => isAnswering(phase))
  const failure = turn.error as Failed
  const said = [failure?.message, failure?.hint, failure?.said].filter(Boolean).join(' ')
  const notices = answering.flatMap((step) => toldBy(step as never).notices).join(' ')
  const tools = answering
    .flatMap((step) => step.tools)
    .filter(({ name }) => name !== 'continue_thinking')
    .map(({ name, args, ok }) => ({ name, args, ok }))
  const reasoning = answering.flatMap((step) => step.reasoning || []).join('\n')
  return [
    ...differs('the status', turn.status, want.status),
    ...differs('the answer', turn.answer, want.answer),
    ...(want.failure ? differs('the failure', said, want.failure) : differs('the failure', said, '')),
    ...differs('the notice', notices, want.notice ?? ''),
    ...toolProblems(tools, want),
    ...(want.reasoning === null ? [] : differs('the reasoning', reasoning, want.reasoning)),
    ...(service.bodies.length === 0 ? ['the service was not asked'] : []),
    ...(service.bodies.length > want.mostRequests
      ? [`it took ${service.bodies.length} requests, of at most ${want.mostRequests}`]
      : []),
    ...(one.phase === 'think' ? thinkingProblems(answering, want) : []),
    ...(want.costMicros === undefined
      ? []
      : differs(
          'the cost',
          String(steps.reduce<number | null>((sum, step) => plus(sum, step.costMicros), 0)),
          want.costMicros === 'known' ? /^[1-9]\d*$/ : String(want.costMicros),
        )),
    ...(await noteProblems(one, db, turn, want)),
  ]
}

/** Arguments are equal in any order. */
function toolProblems(ran: { name: string; args: unknown; ok: boolean }[], { tools }: Outcome): string[] {
  const due = tools.map(({ name, args, ok = true }) => ({ name, args, ok }))
  return isDeepStrictEqual(ran, due) ? [] : differs('the tools', JSON.stringify(ran), JSON.stringify(due))
}

const plus = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)

/** A round must end by the model's own decision. */
function thinkingProblems(
  steps: { phase: string; text: string; decision: unknown }[],
  want: Outcome,
): string[] {
  if (want.status === 'failed') return []
  const rounds = steps.filter(({ phase }) => phase === 'think')
  const stop = (rounds[0]?.decision as { stop?: string } | null)?.stop ?? 'nothing'
  return [
    ...differs('the decision', stop, 'Enough is known.'),
    ...differs('the thought', rounds.map(({ text }) => text.trim()).join('\n'), 'Nothing is missing.'),
  ]
}

async function noteProblems(
  { phase }: Case,
  db: TestDb['db'],
  turn: Turn,
  { note }: Outcome,
): Promise<string[]> {
  if (phase === 'classify') {
    const { classified } = turn.plan as { classified?: { by: string; confidence: number } }
    const { by, confidence } = classified ?? {}
    return note === null ? [] : differs('the classification', `${by} ${confidence}`, note)
  }
  if (phase !== 'notes') return []
  const [summary] = await db.summary.findMany({ where: { conversationId: turn.conversationId, level: 0 } })
  if (!summary) return ['there is no summary']
  const { title } = await db.conversation.findUniqueOrThrow({ where: { id: turn.conversationId } })
  return note === null
    ? [
        ...differs('the summary', summary.status, 'extractive'),
        ...differs('the title', title, titleFor(QUESTION)),
      ]
    : [
        ...differs('the summary', summary.text.split('\n')[0] ?? '', note),
        ...differs('the title', title, TITLE),
      ]
}
