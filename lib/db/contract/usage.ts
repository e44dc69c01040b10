import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Db } from '@/lib/db/engine/client'
import { conversationSavings } from '@/lib/db/ledger/conversation-savings'
import { historyBefore } from '@/lib/db/ledger/ledger'
import { type Recorded, recordedUsage } from '@/lib/db/ledger/usage'
import { recordedCalls } from '@/lib/db/ledger/usage-calls'
import { stepsOf } from '@/lib/db/turns/steps'
import { replayed, turnDtos } from '@/lib/db/turns/turn-dto'
import { MnemeError } from '@/lib/shared/errors'
import { pick } from '@/lib/shared/pick'
import {
  cumulative,
  noCalls,
  noSums,
  rowsOf,
  savingOf,
  totalsOf,
  withMemory,
} from '@/lib/shared/usage/usage-maths'
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
  const steps = await stepsOf(
    db,
    ownerId,
    turns.map((turn) => turn.id),
  )
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
      windowOnly: others + sum(answers, (step) => section(step, 'window')),
      summariesOnly:
        others +
        sum(answers, (step) => section(step, 'summaries')) +
        took(own.filter((step) => step.phase === 'summarise' || step.phase === 'roll-up')),
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
  return {
    turns,
    steps,
    all: of(steps),
    ofTurn: (id: string) => of(steps.filter((step) => step.turnId === id)),
  }
}

/** The promise: what the tables list adds up to the ledger, by turn, phase, section and model. */
function equalsLedger(report: Recorded, ledger: Awaited<ReturnType<typeof ledgerOf>>) {
  const { turns, ...totals } = totalsOf(rowsOf(report))
  expect(totals).toEqual(ledger.all)
  expect(turns).toBe(ledger.turns.length)
  expect(
    Object.fromEntries(report.phases.map((phase) => [phase.phase, phase.inputTokens + phase.outputTokens])),
  ).toEqual(ledger.all.phases)
  for (const key of [
    'calls',
    'costMicros',
    'prompts',
    'answers',
    'upkeep',
    'plainChat',
    'fullContexts',
    'windowOnly',
    'summariesOnly',
  ] as const)
    expect(sum(report.models, (model) => model[key])).toBe(ledger.all[key])
}

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
            const report = await recordedUsage(at.db, at.ownerId, { conversationId, range: null })
            equalsLedger(report, ledger)
            for (const { turn, kind, from, to, turns, numbers, again, at: _, ...sums } of report.points)
              expect(sums).toEqual(ledger.ofTurn(turn?.id ?? ''))
            const imported = new Set(ledger.turns.filter(isImported).map((turn) => turn.id))
            expect(report.points.filter((point) => imported.has(point.turn?.id ?? ''))).toEqual([])
            expect(sum(report.outside, (point) => (point.kind === 'imported' ? point.turns : 0))).toBe(
              imported.size,
            )
            equalsLedger(
              await recordedUsage(
                at.db,
                at.ownerId,
                { conversationId, range: null },
                { maxPoints, slabTurns },
              ),
              ledger,
            )
            equalsLedger(
              await recordedUsage(
                at.db,
                at.ownerId,
                { conversationId, range: { from: 2, to: 3 } },
                { maxPoints, slabTurns },
              ),
              ledger,
            )
          },
        ),
        { numRuns: 12, endOnFailure: true },
      )
      equalsLedger(
        await recordedUsage(
          at.db,
          at.ownerId,
          { conversationId: null, range: null },
          { maxPoints: 7, slabTurns: 30 },
        ),
        await ledgerOf(at, null),
      )
    })

    it('of a period hold the turns sent in it, with all their history, and the axis of those turns', async () => {
      const at = await start()
      const conversationId = await seedUsage(at.db, at.ownerId, sample)
      // The path is turn 1 of the trunk, then two turns of the fork, a minute apart.
      const minute = (n: number) => new Date(Date.parse('2026-03-01T08:00:00.000Z') + n * 60_000)
      const period = { since: minute(1), until: minute(3) }
      const whole = await recordedUsage(at.db, at.ownerId, { conversationId, range: null })
      const part = await recordedUsage(at.db, at.ownerId, { conversationId, range: null, period })
      expect(part.points).toEqual(whole.points.slice(1))
      expect(part.turns).toBe(2)
      expect(part.outside.map(({ kind, turns }) => [kind, turns])).toEqual([['branches', 2]])
      const scopes = [conversationId, null]
      for (const scope of scopes) {
        const early = { since: minute(-9), until: minute(1) }
        const both = await Promise.all(
          [period, early].map((one) =>
            recordedUsage(at.db, at.ownerId, { conversationId: scope, range: null, period: one }),
          ),
        )
        const all = await recordedUsage(at.db, at.ownerId, { conversationId: scope, range: null })
        for (const key of ['calls', 'costMicros', 'plainChat', 'fullContexts', 'prompts'] as const)
          expect(sum(both, (report) => totalsOf(rowsOf(report))[key])).toBe(totalsOf(rowsOf(all))[key])
        const listed = await recordedCalls(at.db, at.ownerId, { conversationId: scope, before: null, period })
        expect(listed.calls).toHaveLength(totalsOf(rowsOf(both[0] ?? all)).calls)
      }
      const never = { since: minute(100), until: minute(200) }
      expect(
        await recordedUsage(at.db, at.ownerId, { conversationId, range: null, period: never }),
      ).toMatchObject({ turns: 0, points: [], outside: [], phases: [], depths: [], windows: [] })
    })

    it('number turns as their only conversation does, attempts told apart, and count places once there are two', async () => {
      const at = await start()
      await seedUsage(at.db, at.ownerId, sample)
      const since = new Date('2026-03-01T08:02:00.000Z')
      const period = { since, until: new Date('2026-03-02T08:00:00.000Z') }
      const read = async (query: { period?: typeof period } = {}) => {
        const all = { conversationId: null, range: null }
        const report = await recordedUsage(at.db, at.ownerId, { ...all, ...query })
        const named = report.points.map(({ numbers, again }) => `${numbers.to}${again ? ' again' : ''}`)
        return [report.oneConversation, named.join()]
      }
      expect(await read()).toEqual([true, '1,2,2 again,3,3 again'])
      expect(await read({ period })).toEqual([true, '3,3 again'])
      await seedUsage(at.db, at.ownerId, { ...sample, imported: 3, forks: [], active: 0 })
      expect((await read())[0]).toBe(true)
      const second = await seedUsage(at.db, at.ownerId, sample)
      expect((await read())[0]).toBe(false)
      const own = await recordedUsage(at.db, at.ownerId, { conversationId: second, range: null })
      expect([own.oneConversation, own.points.some(({ again }) => again)]).toEqual([true, false])
    })

    it('share the saving out among the conversations, down to the last token', async () => {
      const at = await start()
      const loss = { ...sample, trunk: [plain(100)], forks: [], active: 0 }
      const ids = []
      for (const drawn of [loss, sample, loss]) ids.push(await seedUsage(at.db, at.ownerId, drawn))
      const when = new Date('2026-03-02T08:00:00.000Z')
      await at.db.upkeepCall.create({ data: upkeepCall(at.ownerId, { model: 'model-a', at: when }) })
      const all = await recordedUsage(at.db, at.ownerId, { conversationId: null, range: null })
      const conversations = all.savings?.conversations ?? []
      expect(conversations.map(({ id }) => id).sort()).toEqual(ids.sort())
      const saved = conversations.map((one) => one.saved)
      expect(saved).toEqual([...saved].sort((a, b) => b - a))
      for (const { id, ...one } of conversations) {
        const own = await recordedUsage(at.db, at.ownerId, { conversationId: id, range: null })
        const totals = totalsOf(rowsOf(own))
        expect(own.savings).toBeNull()
        expect(one).toEqual({
          title: own.title,
          ...pick(totals, 'calls costMicros unpricedCalls plainChat'),
          withMemory: withMemory(totals),
          saved: savingOf(totals, 'plainChat').tokens,
        })
      }
      const upkeep = all.outside.filter(({ kind }) => kind === 'upkeep')
      expect(
        sum(conversations, ({ saved }) => saved) + sum(upkeep, (one) => savingOf(one, 'plainChat').tokens),
      ).toBe(savingOf(totalsOf(rowsOf(all)), 'plainChat').tokens)
      const two = await conversationSavings(
        at.db,
        at.ownerId,
        conversations.map(({ id, plainChat, withMemory: taken }) => ({
          ...noCalls(),
          ...noSums(),
          id,
          plainChat,
          prompts: taken,
        })),
        2,
      )
      expect([two.conversations.length, two.left]).toEqual([2, 1])
      expect(sum(two.conversations, ({ saved }) => saved) + two.others.saved).toBe(
        sum(conversations, ({ saved }) => saved),
      )
    })

    it('say of a turn what the chat says of it', async () => {
      const at = await start()
      const conversationId = await seedUsage(at.db, at.ownerId, sample)
      const { turns, steps } = await ledgerOf(at, conversationId)
      const history = await historyBefore(at.db, at.ownerId, turns)
      const { points } = await recordedUsage(at.db, at.ownerId, { conversationId, range: null })
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
      const report = await recordedUsage(at.db, at.ownerId, { conversationId, range: null })
      equalsLedger(report, ledger)
      expect(() => equalsLedger({ ...report, outside: [] }, ledger)).toThrow()
      expect(() => equalsLedger({ ...report, points: report.points.slice(1) }, ledger)).toThrow()
      expect(() => equalsLedger({ ...report, phases: report.phases.slice(1) }, ledger)).toThrow()
    })

    it('begin the axis of an imported conversation where it goes on here; its text counts as history, and is named', async () => {
      const at = await start()
      const continued: Drawn = {
        imported: 2,
        trunk: [plain(100), plain(200), plain(400), plain(800)],
        forks: [],
        active: 0,
      }
      const conversationId = await seedUsage(at.db, at.ownerId, continued)
      const report = await recordedUsage(at.db, at.ownerId, { conversationId, range: null })
      expect(report.points.map((point) => point.turn?.number)).toEqual([3, 4])
      expect(report.turns).toBe(2)
      expect(report.outside).toMatchObject([{ kind: 'imported', turns: 2, calls: 2, prompts: 0 }])
      // Two answering calls, each with two imported turns of 20 + 30 + 5 tokens.
      expect(report.points.map((point) => point.imported)).toEqual([220, 220])
      expect(report.points[1]?.plainChat).toBe(2 * (3 * 55 + 13 + 4))
      expect(report.points[1]?.fullContexts).toBe(2 * (100 + 200 + 400 + 13 + 4))
      const whole = await recordedUsage(at.db, at.ownerId, { conversationId: null, range: null })
      expect([whole.turns, whole.points.map((point) => [point.from, point.turn?.number])]).toEqual([
        2,
        [
          [1, 3],
          [2, 4],
        ],
      ])
      const untouched = await seedUsage(at.db, at.ownerId, { ...continued, imported: 4 })
      const none = await recordedUsage(at.db, at.ownerId, { conversationId: untouched, range: null })
      expect([none.points, none.outside.map(({ kind, turns }) => [kind, turns])]).toEqual([
        [],
        [['imported', 4]],
      ])
    })

    it('continue a range from what lies before it', async () => {
      const at = await start()
      const conversationId = await seedUsage(at.db, at.ownerId, sample)
      const whole = cumulative(await recordedUsage(at.db, at.ownerId, { conversationId, range: null }))
      const part = await recordedUsage(at.db, at.ownerId, { conversationId, range: { from: 2, to: 2 } })
      expect(part.points.map((point) => point.turn?.number)).toEqual([2])
      expect(cumulative(part)).toEqual([whole[1]])
    })

    it('count the reflective turns that took every call with tools their plan allowed, in the last attempt', async () => {
      const at = await start()
      const turn = { context: 1, user: 1, answer: 1, tools: 0, recalled: 0 }
      const acts = (count: number, attempt = 2) =>
        Array.from({ length: count }, () => ({ ...drawnCall('act'), attempt }))
      const calls = [acts(3), [...acts(2), drawnCall('think')], [...acts(2), ...acts(2, 1)], acts(1), acts(4)]
      const trunk = calls.map((own) => ({ ...turn, calls: own }))
      const conversationId = await seedUsage(at.db, at.ownerId, { trunk, forks: [], active: 0 })
      const turns = await at.db.turn.findMany({ where: { conversationId }, orderBy: { number: 'asc' } })
      const depths = ['complex', 'complex', 'complex', 'moderate', 'deep']
      for (const [i, { id }] of turns.entries()) {
        const data = { depth: depths[i] ?? null, complexity: { maxSteps: i === 3 ? 1 : 3 } }
        await at.db.turn.update({ where: { id }, data })
      }
      for (const scope of [conversationId, null])
        expect(
          (await recordedUsage(at.db, at.ownerId, { conversationId: scope, range: null })).depths.map(
            (depth) => [depth.depth, depth.turns, depth.capped],
          ),
        ).toEqual([
          ['moderate', 1, 0],
          ['complex', 3, 1],
          ['deep', 1, 1],
        ])
    })

    it('show nobody else: another owner finds no conversation and no calls', async () => {
      const at = await start()
      const conversationId = await seedUsage(at.db, at.ownerId, sample)
      await expect(recordedUsage(at.db, 'somebody', { conversationId, range: null })).rejects.toThrow(
        MnemeError,
      )
      await expect(recordedCalls(at.db, 'somebody', { conversationId, before: null })).rejects.toThrow(
        MnemeError,
      )
      expect(await recordedUsage(at.db, 'somebody', { conversationId: null, range: null })).toMatchObject({
        turns: 0,
        points: [],
        outside: [],
        phases: [],
        depths: [],
        windows: [],
        models: [],
        savings: { conversations: [], left: 0 },
      })
      expect(await recordedCalls(at.db, 'somebody', { conversationId: null, before: null })).toEqual({
        calls: [],
        next: null,
      })
    })

    it('list every call once, page by page', async () => {
      const at = await start()
      const trunk = Array.from({ length: 45 }, (_, i) => ({
        context: 1,
        user: 1,
        answer: 1,
        tools: 0,
        recalled: 0,
        calls: i % 2 ? [drawnCall('act')] : [drawnCall('think'), drawnCall('act')],
      }))
      const conversationId = await seedUsage(at.db, at.ownerId, { trunk, forks: [], active: 0 })
      const seen: string[] = []
      for (let page = await recordedCalls(at.db, at.ownerId, { conversationId, before: null }); ; ) {
        seen.push(...page.calls.map((entry) => entry.id))
        if (!page.next) break
        page = await recordedCalls(at.db, at.ownerId, { conversationId, before: page.next })
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toHaveLength(sum(trunk, (turn) => turn.calls.length))
      expect(seen[0]).toContain('_t45_')
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
