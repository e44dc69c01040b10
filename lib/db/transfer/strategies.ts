import { sqltag } from '@prisma/client/runtime/client'
import { z } from 'zod'
import type { Db } from '@/lib/db/engine/client'
import { chunks, columns, inChunks } from '@/lib/db/engine/rows'
import { sourcesOfEach } from '@/lib/db/forget/derived'
import { learn } from '@/lib/db/learning/learn'
import type { NewStrategy, StrategyChange } from '@/lib/db/learning/log/apply'
import { contentHash, stateOf } from '@/lib/db/learning/log/state'
import { strategiesOf, strategyIds } from '@/lib/db/learning/strategies'
import { titledTurns } from '@/lib/db/learning/uses/uses'
import { holdsSecret, isSecretStrategy } from '@/lib/heuristics/secrets/secrets'
import { type StrategyState, strategyStateSchema } from '@/lib/shared/learning/strategies'
import { sharedStrategySchema } from '@/lib/shared/learning/strategies-file'
import { limitsOfPlaybook as limits } from '@/lib/shared/limits/playbook'
import type { Runtime } from '@/lib/shared/runtime'
import { idSchema } from '@/lib/shared/schemas'
import { storableJson } from '@/lib/shared/storable'
import { SAMPLE_ORIGIN } from '@/lib/shared/transfer/transfer'

const counter = z.int().min(0).max(1_000_000)
/** A strategy of a file. What else is in it is not read. */
const importedStrategy = z.object({
  ...strategyStateSchema.shape,
  ...{ id: idSchema, helpful: counter, harmful: counter, neutral: counter },
  sources: z.array(idSchema).max(1_000),
  /** Absent in exports of earlier versions. */
  wording: z.array(idSchema).max(10_000).optional(),
  links: strategyStateSchema.shape.links.max(1_000),
})
type Imported = z.infer<typeof importedStrategy>
type StrategyDeps = { db: Db; ownerId: string; runtime: Runtime }
/** `known` = the content of these is already here. */
type Counted = { added: number; known: number; leftOut: number }
/** `turnIds` and `conversationIds` = what was imported, by the ids in the file; `own` = all of it was. */
type Around = {
  turnIds: ReadonlyMap<string, string>
  conversationIds: ReadonlyMap<string, string>
  own: boolean
  /** Whether the file is Mneme's own: its strategies are added as they are, under their ids. */
  trusted?: boolean
}

const readAs = <T>(schema: z.ZodType<T>, given: readonly unknown[]): T[] =>
  given.slice(0, limits.imported).flatMap((one) => schema.safeParse(storableJson(one)).data ?? [])

/**
 * Adds strategies of a file that are not here yet. Anyone can write a file, so each waits for approval. Left
 * out are secrets, the unreadable, the merged, and what belongs to turns that were not imported.
 */
export async function addStrategies(
  at: StrategyDeps,
  given: readonly unknown[],
  around: Around,
): Promise<Counted> {
  const read = readAs(importedStrategy, given)
  const usable = read.filter(
    (one) =>
      one.mergedIntoId === null &&
      isPlaced(one, around) &&
      (around.trusted || !(isSecretStrategy(one) || holdsSecret(one.query))),
  )
  const merged = read.filter(({ mergedIntoId }) => mergedIntoId !== null).length
  const proposals = await Promise.all(
    usable.map(async (one) => ({
      ...{ id: one.id, content: one.content, wording: await wordingOf(at, one, around) },
      strategyWith: (idOf: ReadonlyMap<string, string>) => strategyOf(one, idOf, around),
    })),
  )
  const added = await propose(at, proposals, around.trusted)
  return { added, known: usable.length - added, leftOut: given.length - usable.length - merged }
}

/** The same of a lesson file, which names no turns. */
export async function addShared(at: StrategyDeps, given: readonly unknown[]): Promise<Counted> {
  const usable = readAs(sharedStrategySchema, given).filter((one) => !isSecretStrategy(one))
  const proposals = usable.map(({ confidence, ...text }, i) => ({
    ...{ id: String(i), content: text.content, wording: [] },
    strategyWith: (): NewStrategy => ({
      ...text,
      ...{ prior: confidence, query: '', conversationId: null, sources: [], links: [] },
      ...{ helpful: 0, harmful: 0, neutral: 0, pinned: false, status: 'proposed', untrusted: true },
    }),
  }))
  const added = await propose(at, proposals)
  return { added, known: usable.length - added, leftOut: given.length - usable.length }
}

/** `idOf` = the ids here by the ids in the file. */
type Proposal = {
  id: string
  content: string
  /** Turns whose words it has. */
  wording: string[]
  strategyWith(idOf: ReadonlyMap<string, string>): NewStrategy
}
/** Adds those whose content is new here, and says how many. */
async function propose(
  { db, ownerId, runtime }: StrategyDeps,
  given: Proposal[],
  asTheyAre = false,
): Promise<number> {
  const here = asTheyAre ? new Map<string, string>() : await idsHere(db, ownerId, given)
  const idOf = new Map<string, string>()
  const fresh = given.filter(({ id, content }) => {
    const hash = contentHash(content)
    const known = here.get(hash)
    idOf.set(id, known ?? (asTheyAre ? id : runtime.id('strategy')))
    if (known === undefined) here.set(hash, idOf.get(id) ?? '')
    return known === undefined
  })
  const learner = { by: 'import' as const, groupId: runtime.id('group'), turnId: null, at: runtime.now() }
  for (const some of chunks(fresh)) {
    const ids = some.map(({ id }) => idOf.get(id) ?? '')
    const changes = some.map(
      ({ strategyWith, wording }): StrategyChange => ({ op: 'ADD', strategy: strategyWith(idOf), wording }),
    )
    // Each attempt of a transaction takes one id per strategy, in their order.
    let taken = 0
    await learn(db, ownerId, changes, { ...learner, newId: () => ids[taken++ % ids.length] ?? '' })
  }
  return fresh.length
}

function isPlaced({ sources, conversationId }: Imported, { turnIds, conversationIds, own }: Around) {
  if (conversationId !== null && !conversationIds.has(conversationId)) return false
  return sources.length ? sources.some((id) => turnIds.has(id)) : own
}

/** The turns that its text is made from: what the file says, else its sources and the messages after them. */
async function wordingOf({ db, ownerId }: StrategyDeps, { sources, wording }: Imported, { turnIds }: Around) {
  const here = (wording ?? sources).flatMap((id) => turnIds.get(id) ?? [])
  if (wording) return here
  const after = (ids: string[]) =>
    inChunks(ids, async (parentId) => {
      const where = { ownerId, parentId: { in: parentId } }
      return (await db.turn.findMany({ where, select: columns('id') })).map(({ id }) => id)
    })
  const next = await after(here)
  return [...here, ...next, ...(await after(next))]
}

function strategyOf(
  { id: _, slug: __, mergedIntoId: ___, wording: ____, ...state }: Imported,
  idOf: ReadonlyMap<string, string>,
  { turnIds, conversationIds, trusted }: Around,
): NewStrategy {
  const links = state.links.flatMap((link) => {
    const to = idOf.get(link.to)
    return to ? [[`${to} ${link.relation}`, { ...link, to }] as const] : []
  })
  return {
    ...state,
    ...(trusted ? {} : { status: 'proposed', untrusted: true }),
    conversationId:
      state.conversationId === null ? null : (conversationIds.get(state.conversationId) ?? null),
    sources: [...new Set(state.sources.flatMap((id) => turnIds.get(id) ?? []))],
    links: [...new Map(links).values()],
  }
}

/** The ids of strategies that are here by the hash of their content, in the trash or not. */
async function idsHere(db: Db, ownerId: string, read: readonly Pick<Imported, 'content'>[]) {
  const hashes = [...new Set(read.map(({ content }) => contentHash(content)))]
  const select = columns('id contentHash')
  const rows = await inChunks(hashes, (some) =>
    db.strategy.findMany({ where: { ownerId, contentHash: { in: some } }, select }),
  )
  return new Map(rows.map((row) => [row.contentHash, row.id]))
}

/** `wording` = the turns that its text is made from. */
export type ExportedStrategy = StrategyState & { id: string; wording: string[] }

/** Pages of strategies outside the trash: those of a conversation, or all. */
export async function* exportedStrategies(db: Db, ownerId: string, conversationId?: string) {
  const which =
    conversationId === undefined
      ? sqltag`NOT EXISTS (SELECT 1 FROM "Conversation" c
          WHERE c."id" = s."conversationId" AND c."origin" = ${SAMPLE_ORIGIN})`
      : sqltag`s."conversationId" = ${conversationId} OR EXISTS (SELECT 1 FROM "Provenance" p
          JOIN "Turn" t ON t."id" = p."sourceTurnId"
          WHERE p."kind" = 'strategy' AND p."refId" = s."id" AND t."conversationId" = ${conversationId})`
  for (const ids of chunks(await strategyIds(db, ownerId, which))) {
    const [rows, wording] = await Promise.all([
      strategiesOf(db, ownerId, ids),
      sourcesOfEach(db, ownerId, 'wording', ids),
    ])
    const named = [...[...rows.values()].flatMap(({ sources }) => sources), ...[...wording.values()].flat()]
    const turns = await titledTurns(db, ownerId, named)
    const known = (sources: string[] = []) => sources.filter((id) => turns.has(id)).sort()
    yield [...rows.values()].map((row) => ({
      ...{ id: row.id, ...stateOf(row) },
      ...{ sources: known(row.sources), wording: known(wording.get(row.id)) },
    }))
  }
}
