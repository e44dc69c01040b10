import fc from 'fast-check'
import type { Db } from './engine/client'
import { forkPath } from './turns/path'

/** A conversation with branches, attempts and calls of every sort, as a property test draws it. */
export type DrawnCall = {
  phase: string
  model: string
  attempt: number
  sections: Record<string, number>
  /** Null = the provider reported nothing. */
  reported: { input: number; cached: number; output: number; reasoning: number } | null
  estOutput: number
  cost: number | null
}
export type DrawnTurn = {
  context: number
  user: number
  answer: number
  /** What tools gave back, and what was recalled. */
  tools: number
  recalled: number
  calls: DrawnCall[]
}
/** `imported`: so many turns of the trunk came with an import; they ran nothing but what summed them up. */
export type Drawn = {
  imported?: number
  trunk: DrawnTurn[]
  forks: { at: number; turns: DrawnTurn[] }[]
  active: number
}

const tokens = fc.nat({ max: 5_000 })
const call: fc.Arbitrary<DrawnCall> = fc.record({
  phase: fc.constantFrom('think', 'act', 'summarise', 'roll-up', 'title', 'classify'),
  model: fc.constantFrom('model-a', 'model-b'),
  attempt: fc.integer({ min: 1, max: 2 }),
  sections: fc.dictionary(
    fc.constantFrom('role', 'tools', 'playbook', 'window', 'summaries', 'recalled', 'task', 'steps'),
    tokens,
    { maxKeys: 5 },
  ),
  reported: fc.option(fc.record({ input: tokens, cached: tokens, output: tokens, reasoning: tokens })),
  estOutput: tokens,
  cost: fc.option(tokens),
})
const turn: fc.Arbitrary<DrawnTurn> = fc.record({
  context: tokens,
  user: tokens,
  answer: tokens,
  tools: tokens,
  recalled: tokens,
  calls: fc.array(call, { maxLength: 4 }),
})
export const drawnConversation: fc.Arbitrary<Drawn> = fc.record({
  trunk: fc.array(turn, { minLength: 1, maxLength: 12 }),
  forks: fc.array(
    fc.record({ at: fc.nat({ max: 11 }), turns: fc.array(turn, { minLength: 1, maxLength: 4 }) }),
    { maxLength: 3 },
  ),
  active: fc.nat({ max: 3 }),
  imported: fc.nat({ max: 13 }),
})

type Line = { branchId: string; path: [string, number][]; ids: string[] }
let made = 0

/** Writes what was drawn; a fork leaves the branch made before it. @returns the conversation's id. */
export async function seedUsage(db: Db, ownerId: string, drawn: Drawn): Promise<string> {
  const id = `conv_u${++made}_${Math.random().toString(36).slice(2)}`
  const at = new Date('2026-03-01T08:00:00.000Z')
  await db.conversation.create({ data: { id, ownerId, title: `Talk ${made}`, createdAt: at, updatedAt: at } })
  const lines: Line[] = []
  const grow = async (from: Line | null, fork: number, given: DrawnTurn[]) => {
    const came = from ? 0 : (drawn.imported ?? 0)
    const turns = given.map((turn, i) =>
      i < came ? { ...turn, calls: turn.calls.filter(({ phase }) => phase === 'summarise') } : turn,
    )
    const branchId = `${id}_b${lines.length}`
    const path = forkPath(from ? from.path : [], fork, branchId) as [string, number][]
    const ids = turns.map((_, i) => `${branchId}_t${fork + i + 1}`)
    const parent = from?.ids[fork - 1] ?? null
    await db.branch.create({ data: { id: branchId, ownerId, conversationId: id, forkTurnId: parent, path } })
    await db.turn.createMany({
      data: turns.map(({ context, user, answer, tools, recalled }, i) => ({
        id: ids[i] ?? '',
        ownerId,
        conversationId: id,
        branchId,
        number: fork + i + 1,
        parentId: ids[i - 1] ?? parent,
        clientMessageId: ids[i] ?? '',
        status: 'completed' as const,
        attempt: 2,
        userText: 'said',
        attachments: [],
        options: {},
        userTokens: user,
        answerTokens: answer,
        toolTokens: tools + recalled,
        recalledTokens: recalled,
        contextTokens: context + recalled,
        importedAt: i < came ? at : null,
        createdAt: new Date(at.getTime() + (fork + i) * 60_000 + lines.length),
      })),
    })
    await writeCalls(db, ownerId, ids, turns)
    lines.push({ branchId, path, ids: [...(from?.ids.slice(0, fork) ?? []), ...ids] })
  }
  await grow(null, 0, drawn.trunk)
  for (const { at: place, turns } of drawn.forks) {
    const from = lines.at(-1) ?? null
    await grow(from, Math.min(from?.ids.length ?? 0, place), turns)
  }
  const line = lines[drawn.active % lines.length]
  await db.conversation.update({ where: { id }, data: { activeLeafId: line?.ids.at(-1) ?? null } })
  return id
}

async function writeCalls(db: Db, ownerId: string, turnIds: string[], turns: DrawnTurn[]) {
  const calls = turns.flatMap(({ calls: own }, i) =>
    own.map((drawn, index) => ({ ...drawn, index, turnId: turnIds[i] ?? '', id: `${turnIds[i]}_s${index}` })),
  )
  await db.step.createMany({
    data: calls.map((drawn) => ({
      id: drawn.id,
      ownerId,
      turnId: drawn.turnId,
      attempt: drawn.attempt,
      index: drawn.index,
      phase: drawn.phase,
      role: 'fast',
      provider: 'drawn',
      model: drawn.model,
      promptVersion: '1',
      manifest: {},
      text: '',
      finish: 'stop',
      inputTokens: drawn.reported?.input ?? null,
      cachedTokens: drawn.reported?.cached ?? null,
      outputTokens: drawn.reported?.output ?? null,
      reasoningTokens: drawn.reported?.reasoning ?? null,
      estInputTokens: Object.values(drawn.sections).reduce((sum, value) => sum + value, 0),
      estOutputTokens: drawn.estOutput,
      costMicros: drawn.cost,
      log: [],
      startedAt: new Date('2026-03-01T08:00:00.000Z'),
      totalMs: 1,
    })),
  })
  await db.ledgerSection.createMany({
    data: calls.flatMap((drawn) =>
      Object.entries(drawn.sections).map(([section, value]) => ({
        stepId: drawn.id,
        section,
        turnId: drawn.turnId,
        ownerId,
        tokens: value,
      })),
    ),
  })
}

/** A row of a call without a turn: 900 tokens of prompt, 90 of answer. */
export const upkeepCall = (
  ownerId: string,
  { model, costMicros = null, at }: { model: string; costMicros?: number | null; at: Date },
) => ({
  ...{ id: `upkeep_${ownerId}_${at.getTime()}_${model}`, ownerId, phase: 'contradiction', role: 'utility' },
  ...{ provider: 'p', model, promptVersion: '1', finish: 'stop', errorCode: null, tries: 1 },
  ...{ inputTokens: 900, cachedTokens: 0, outputTokens: 90, reasoningTokens: 0 },
  ...{ estInputTokens: 800, estOutputTokens: 80, costMicros, startedAt: at, firstMs: 5, totalMs: 50 },
})
