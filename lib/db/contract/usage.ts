import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Db } from '@/lib/db/engine/client'
import { historyBefore } from '@/lib/db/ledger/ledger'
import { conversationSavings, type Recorded, recordedUsage } from '@/lib/db/ledger/usage'
import { recordedCalls } from '@/lib/db/ledger/usage-calls'
import { stepsOf, wasRead } from '@/lib/db/turns/steps'
import { replayed, turnDtos } from '@/lib/db/turns/turn-dto'
import { MnemeError } from '@/lib/shared/errors'
import { OFFLINE_MODEL } from '@/lib/shared/own-models'
import { pick } from '@/lib/shared/pick'
import { PREPARED_MODEL, SAMPLE_ORIGIN } from '@/lib/shared/transfer/transfer'
import type { Savings } from '@/lib/shared/usage/usage'
import { noCalls, noSums, savingOf, totalsOf, turnsIn, withMemory } from '@/lib/shared/usage/usage-maths'
import { type Drawn, drawnConversation, seedUsage, upkeepCall } from '../testing-usage'
import { type Contract, newOwner } from './fixture'

type At = { db: Db; ownerId: string }
type Step = Awaited<ReturnType<typeof stepsOf>>[number]
const sum = <T>(items: readonly T[], of: (item: T) => number) =>
  items.reduce((total, item) => total + of(item), 0)
const input = (step: Step) => step.inputTokens ?? step.estInputTokens
const output = (step: Step) => step.outputTokens ?? step.estOutputTokens
const isImported = (turn: { importedAt: Date | null; startedAt: Date | null }) =>
  turn.importedAt !== null && turn.startedAt === null
const isAnswer = (step: Step) => step.phase === 'think' || step.phase === 'act'
const section = (step: Step, ...names: string[]) =>
  sum(
    step.sections.filter((entry) => names.includes(entry.section)),
    (entry) => entry.tokens,
  )
const grouped = (pairs: [string, number][]) => {
  const totals: Record<string, number> = {}
  for (const [key, value] of pairs) totals[key] = (totals[key] ?? 0) + value
  return totals
}

/** The ledger added up row by row, the slow and plain way. */
async function ledgerOf({ db, ownerId }: At, conversationId: string | null) {
  const turns = await db.turn.findMany({
    where: { ownerId, ...(conversationId ? { conversationId } : {}) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const byId = new Map(turns.map((turn) => [turn.id, turn]))
  const all = turns.map((turn) => turn.id)
  const steps = (await stepsOf(db, ownerId, all)).filter(wasRead)
  const earlier = (id: string) => {
    const found = []
    for (let turn = byId.get(byId.get(id)?.parentId ?? ''); turn; turn = byId.get(turn.parentId ?? ''))
      found.push(turn)
    return found
  }
  const of = (own: Step[]) => {
    const answers = own.filter(isAnswer)
    const history = (tokens: (turn: (typeof turns)[number]) => number) =>
      sum(answers, (step) => sum(earlier(step.turnId), tokens))
    const others = sum(
      answers,
      (step) =>
        step.estOutputTokens +
        step.estInputTokens -
        section(step, 'playbook', 'window', 'summaries', 'recalled'),
    )
    const took = (phases: Step[]) => sum(phases, (step) => step.estInputTokens + step.estOutputTokens)
    const said = (turn: (typeof turns)[number]) =>
      turn.userTokens + turn.answerTokens + turn.toolTokens - turn.recalledTokens
    return {
      calls: own.length,
      inputTokens: sum(own, input),
      outputTokens: sum(own, output),
      cachedTokens: sum(own, (step) => step.cachedTokens ?? 0),
      reasoningTokens: sum(own, (step) => step.reasoningTokens ?? 0),
      estInputTokens: sum(own, (step) => step.estInputTokens),
      estOutputTokens: sum(own, (step) => step.estOutputTokens),
      estimatedCalls: own.filter((step) => step.inputTokens === null).length,
      estimatedTokens: sum(
        own,
        (step) =>
          (step.inputTokens === null ? step.estInputTokens : 0) +
          (step.outputTokens === null ? step.estOutputTokens : 0),
      ),
      reportedInputTokens: sum(own, (step) => step.inputTokens ?? 0),
      reportedEstInputTokens: sum(own, (step) => (step.inputTokens === null ? 0 : step.estInputTokens)),
      costMicros: sum(own, (step) => step.costMicros ?? 0),
      unpricedCalls: own.filter((step) => step.costMicros === null).length,
      prompts: sum(answers, (step) => step.estInputTokens),
      answers: sum(answers, (step) => step.estOutputTokens),
      upkeep: took(own.filter((step) => !isAnswer(step))),
      plainChat: others + history(said),
      fullContexts: others + history((turn) => turn.contextTokens - turn.recalledTokens),
      imported: history((turn) => (isImported(turn) ? said(turn) : 0)),
      phases: grouped(own.map((step) => [step.phase, input(step) + output(step)])),
      sections: grouped(
        own.flatMap((step) =>
          step.sections.map((entry): [string, number] => [
            isAnswer(step) ? entry.section : 'upkeep',
            entry.tokens,
          ]),
        ),
      ),
    }
  }
  const isCalled = (id: string) => steps.some((step) => step.turnId === id && isAnswer(step))
  /** A turn that a model answered, and those after it that none did; the first has those before it, too. */
  const groups: string[][] = []
  for (const { id } of turns)
    if (groups.length > 0 && (!isCalled(id) || !groups.at(-1)?.some(isCalled))) groups.at(-1)?.push(id)
    else groups.push([id])
  return {
    turns,
    steps,
    all: of(steps),
    called: turns.filter(({ id }) => isCalled(id)).length,
    ofPoint: (id: string) => {
      const ids = groups.find((group) => group.includes(id)) ?? []
      return of(steps.filter((step) => ids.includes(step.turnId)))
    },
  }
}

/** The promise: what the page shows adds up to the ledger, by turn, phase, section, model and conversation. */
function equalsLedger(report: Recorded, ledger: Awaited<ReturnType<typeof ledgerOf>>) {
  const { phases, sections, ...all } = ledger.all
  expect(totalsOf(report.models)).toEqual(all)
  if (report.points.length > 0) expect(totalsOf(report.points)).toEqual(all)
  expect(turnsIn(report.points)).toBe(ledger.called)
  expect(report.sections).toEqual(
    Object.fromEntries(Object.entries(sections).filter(([, tokens]) => tokens > 0)),
  )
  expect(
    Object.fromEntries(report.phases.map((phase) => [phase.phase, phase.inputTokens + phase.outputTokens])),
  ).toEqual(phases)
  if (report.savings) expect(savedIn(report.savings)).toBe(savingOf(all, 'plainChat').tokens)
}
const savedIn = ({ conversations, others, upkeep }: Savings) =>
  sum(conversations, ({ saved }) => saved) + others + upkeep

export function usage(open: Contract) {
  const start = async (): Promise<At> => ({ db: open().db, ownerId: await newOwner(open().db) })

  describe('the usage tables', () => {
    it('add up to the ledger exactly: branches, attempts, background and failed calls included', async () => {
      const at = await start()
      await fc.assert(
        fc.asyncProperty(
          drawnConversation,
          fc.integer({ min: 1, max: 6 }),
          fc.integer({ min: 1, max: 5 }),
          async (drawn, maxPoints, slabTurns) => {
            const conversationId = await seedUsage(at.db, at.ownerId, drawn)
            const ledger = await ledgerOf(at, conversationId)
            const report = await recordedUsage(at.db, at.ownerId, { conversationId })
            equalsLedger(report, ledger)
            for (const { turn, from, to, turns, numbers, again, at: _, sections, ...sums } of report.points) {
              const { phases, sections: stored, ...expected } = ledger.ofPoint(turn?.id ?? '')
              expect(sums).toEqual(expected)
              expect(sections).toEqual(
                Object.fromEntries(Object.entries(stored).filter(([, value]) => value > 0)),
              )
            }
            equalsLedger(
              await recordedUsage(at.db, at.ownerId, { conversationId }, { maxPoints, slabTurns }),
              ledger,
            )
          },
        ),
        { numRuns: 12, endOnFailure: true },
      )
      equalsLedger(
        await recordedUsage(at.db, at.ownerId, { conversationId: null }, { maxPoints: 7, slabTurns: 30 }),
        await ledgerOf(at, null),
      )
    })

    it('of a period hold the turns sent in it, with all their history, and the axis of those turns', async () => {
      const at = await start()
      const conversationId = await seedUsage(at.db, at.ownerId, sample)
      // Turns 1 to 3 of the trunk, a minute apart, and two of the fork just after its turns 2 and 3.
      const minute = (n: number) => new Date(Date.parse('2026-03-01T08:00:00.000Z') + n * 60_000)
      const period = { since: minute(1), until: minute(3) }
      const whole = await recordedUsage(at.db, at.ownerId, { conversationId })
      const part = await recordedUsage(at.db, at.ownerId, { conversationId, period })
      const unplaced = (points: Recorded['points']) => points.map(({ from, to, ...point }) => point)
      expect(unplaced(part.points)).toEqual(unplaced(whole.points.slice(1)))
      expect(part.points.map(({ from }) => from)).toEqual([1, 2, 3, 4])
      const scopes = [conversationId, null]
      for (const scope of scopes) {
        const early = { since: minute(-9), until: minute(1) }
        const both = await Promise.all(
          [period, early].map((one) =>
            recordedUsage(at.db, at.ownerId, { conversationId: scope, period: one }),
          ),
        )
        const all = await recordedUsage(at.db, at.ownerId, { conversationId: scope })
        for (const key of ['calls', 'costMicros', 'plainChat', 'fullContexts', 'prompts'] as const)
          expect(sum(both, (report) => totalsOf(report.models)[key])).toBe(totalsOf(all.models)[key])
        const listed = await recordedCalls(at.db, at.ownerId, { conversationId: scope, before: null, period })
        expect(listed.calls).toHaveLength(totalsOf((both[0] ?? all).models).calls)
      }
      const never = { since: minute(100), until: minute(200) }
      expect(await recordedUsage(at.db, at.ownerId, { conversationId, period: never })).toMatchObject({
        points: [],
        phases: [],
        depths: [],
        windows: [],
        proof: null,
      })
    })

    it('share the saving out among the conversations, down to the last token', async () => {
      const at = await start()
      const loss = { ...sample, trunk: [plain(100)], forks: [], active: 0 }
      const ids = []
      for (const drawn of [loss, sample, loss]) ids.push(await seedUsage(at.db, at.ownerId, drawn))
      const when = new Date('2026-03-02T08:00:00.000Z')
      await at.db.upkeepCall.create({ data: upkeepCall(at.ownerId, { model: 'model-a', at: when }) })
      const all = await recordedUsage(at.db, at.ownerId, { conversationId: null })
      const conversations = all.savings?.conversations ?? []
      expect(conversations.map(({ id }) => id).sort()).toEqual(ids.sort())
      const saved = conversations.map((one) => one.saved)
      expect(saved).toEqual([...saved].sort((a, b) => b - a))
      for (const { id, ...one } of conversations) {
        const own = await recordedUsage(at.db, at.ownerId, { conversationId: id })
        expect(own.savings).toBeNull()
        expect(one).toEqual({ title: own.title, saved: savingOf(totalsOf(own.models), 'plainChat').tokens })
      }
      expect(all.savings?.upkeep).toBe(-880)
      expect(all.savings && savedIn(all.savings)).toBe(savingOf(totalsOf(all.models), 'plainChat').tokens)
      const two = await conversationSavings(
        at.db,
        at.ownerId,
        conversations.map(({ id, saved: plainChat }) => ({ ...noCalls(), ...noSums(), id, plainChat })),
        2,
      )
      expect([two.conversations.length, two.left]).toEqual([2, 1])
      expect(savedIn(two)).toBe(sum(conversations, ({ saved }) => saved))
    })

    it('say of a turn what the chat says of it', async () => {
      const at = await start()
      const conversationId = await seedUsage(at.db, at.ownerId, sample)
      const { turns, steps } = await ledgerOf(at, conversationId)
      const history = await historyBefore(at.db, at.ownerId, turns)
      const { points } = await recordedUsage(at.db, at.ownerId, { conversationId })
      for (const point of points) {
        const own = steps.filter((step) => step.turnId === point.turn?.id)
        const before = history.get(point.turn?.id ?? '')
        expect([point.plainChat, point.fullContexts]).toEqual([
          replayed(own, before?.plain ?? 0),
          replayed(own, before?.full ?? 0),
        ])
      }
      for (const { id, totals } of await turnDtos(at.db, at.ownerId, turns)) {
        const point = points.find(({ turn }) => turn?.id === id)
        if (point)
          expect(totals).toMatchObject({
            withMemoryTokens: withMemory(point),
            plainChatTokens: point.plainChat,
          })
      }
    })

    it('control: a report that leaves out other branches, a turn or a phase is noticed', async () => {
      const at = await start()
      const conversationId = await seedUsage(at.db, at.ownerId, sample)
      const ledger = await ledgerOf(at, conversationId)
      const report = await recordedUsage(at.db, at.ownerId, { conversationId })
      equalsLedger(report, ledger)
      expect(() => equalsLedger({ ...report, points: report.points.slice(1) }, ledger)).toThrow()
      expect(() => equalsLedger({ ...report, phases: report.phases.slice(1) }, ledger)).toThrow()
    })

    it('leave out the built-in engine, and the sample once a model has answered the person', async () => {
      const at = await start()
      const by = (model: string): Drawn => ({
        trunk: [plain(100), plain(200)].map((turn) => ({
          ...turn,
          calls: turn.calls.map((call) => ({ ...call, model })),
        })),
        ...{ forks: [], active: 0 },
      })
      const read = () => recordedUsage(at.db, at.ownerId, { conversationId: null })
      const shared = await seedUsage(at.db, at.ownerId, by(PREPARED_MODEL))
      await at.db.conversation.update({ where: { id: shared }, data: { origin: SAMPLE_ORIGIN } })
      const before = await read()
      expect([before.isSample, turnsIn(before.points), before.builtIn]).toEqual([true, 2, 0])
      const engine = await seedUsage(at.db, at.ownerId, by(OFFLINE_MODEL))
      const tried = await seedUsage(at.db, at.ownerId, by(OFFLINE_MODEL))
      await at.db.conversation.update({ where: { id: tried }, data: { origin: SAMPLE_ORIGIN } })
      expect(await read()).toMatchObject({ ...pick(before, 'isSample models savings'), builtIn: 4 })
      const alone = await recordedUsage(at.db, at.ownerId, { conversationId: engine })
      expect([alone.points, alone.models, alone.builtIn]).toEqual([[], [], 2])
      const asked = await seedUsage(at.db, at.ownerId, by('model-a'))
      await at.db.conversation.update({ where: { id: asked }, data: { origin: SAMPLE_ORIGIN } })
      const there = await read()
      expect([there.isSample, turnsIn(there.points)]).toEqual([true, 4])
      await at.db.conversation.delete({ where: { id: asked } })
      const own = await seedUsage(at.db, at.ownerId, sample)
      const after = await read()
      const ledger = await ledgerOf(at, own)
      equalsLedger(after, ledger)
      expect([after.isSample, after.builtIn, after.savings?.conversations.map(({ id }) => id)]).toEqual([
        false,
        4,
        [own],
      ])
      const listed = await recordedCalls(at.db, at.ownerId, { conversationId: null, before: null })
      expect(listed.calls).toHaveLength(ledger.steps.length)
      const chosen = await recordedUsage(at.db, at.ownerId, { conversationId: shared })
      expect([chosen.isSample, chosen.models]).toEqual([true, before.models])
    })

    it('name the tools of a call, by which it has its name elsewhere', async () => {
      const at = await start()
      const conversationId = await seedUsage(at.db, at.ownerId, sample)
      const { calls } = await recordedCalls(at.db, at.ownerId, { conversationId, before: null })
      const [id = ''] = calls.flatMap((call) => (call.phase === 'act' ? call.id : []))
      const data = { stepId: id, index: 0, name: 'edit_file', args: {}, ok: true, resultHash: '', ms: 1 }
      await at.db.toolCall.create({ data: { ...data, id: `${id}_tool` } })
      const listed = await recordedCalls(at.db, at.ownerId, { conversationId, before: null })
      const named = new Map(listed.calls.map((call) => [call.id, call.tools]))
      expect(named.get(id)).toEqual([{ name: 'edit_file' }])
      expect([...named.values()].flat()).toHaveLength(1)
    })

    it('show nobody else: another owner finds no conversation and no calls', async () => {
      const at = await start()
      const conversationId = await seedUsage(at.db, at.ownerId, sample)
      await expect(recordedUsage(at.db, 'somebody', { conversationId })).rejects.toThrow(MnemeError)
      await expect(recordedCalls(at.db, 'somebody', { conversationId, before: null })).rejects.toThrow(
        MnemeError,
      )
      expect(await recordedUsage(at.db, 'somebody', { conversationId: null })).toMatchObject({
        points: [],
        phases: [],
        depths: [],
        windows: [],
        models: [],
        savings: { conversations: [], left: 0, upkeep: 0 },
      })
      expect(await recordedCalls(at.db, 'somebody', { conversationId: null, before: null })).toEqual({
        calls: [],
        next: null,
      })
    })
  })
}

const drawnCall = (phase: string) => ({
  phase,
  model: 'model-a',
  attempt: 1,
  sections: { role: 10, window: 40, recalled: 5, summaries: 7, task: 3 },
  reported: null,
  estOutput: 4,
  cost: 12,
})
const plain = (context: number) => ({
  context,
  user: 20,
  answer: 30,
  tools: 5,
  recalled: 1_000,
  calls: [drawnCall('think'), drawnCall('act'), drawnCall('summarise')],
})
const sample: Drawn = {
  trunk: [plain(100), plain(200), plain(400)],
  forks: [{ at: 1, turns: [plain(800), plain(1_600)] }],
  active: 1,
}
