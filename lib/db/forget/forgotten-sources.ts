import type { Db } from '@/lib/db/engine/client'
import { columns } from '@/lib/db/engine/rows'
import { touchesIn } from '@/lib/db/files/touches-in'
import { type Source, sourcesSchema } from '@/lib/shared/memory/source'
import { isMemoryTool } from '@/lib/shared/usage/baselines'
import { byKind, type Derived, derivedFrom } from './derived'
import type { IsForgotten } from './forgotten'
import { hasWorkspace, type TrashedWorkspace } from './trashed'

/** What was forgotten, with everything that is derived from it, and parts of other workspaces. */
type Forgotten = {
  turns: ReadonlySet<string>
  derived: Derived
  facts?: readonly string[]
  conversations?: readonly string[]
  workspaces: readonly (TrashedWorkspace & { conversationId: string })[]
}

export function forgottenMatcher({
  turns,
  derived,
  facts = [],
  conversations = [],
  workspaces,
}: Forgotten): IsForgotten {
  const whole = new Set(conversations)
  const files = new Set(
    workspaces.flatMap(({ conversationId, files }) => files.map(({ path }) => key(conversationId, path))),
  )
  const values = new Set(
    workspaces.flatMap(({ conversationId, state }) =>
      state.map((one) => key(conversationId, one.key, one.value)),
    ),
  )
  return (source: Source) => {
    if (source.kind === 'turn') return turns.has(source.id)
    if (source.kind === 'summary') return derived.summary.has(source.id)
    if (source.kind === 'fact') return derived.fact.has(source.id) || facts.includes(source.id)
    // Also if others of its turns are left: its words then were those of this turn too.
    if (source.kind === 'strategy')
      return derived.wording.has(source.id) || source.turns.some((id) => turns.has(id))
    const { conversationId } = source
    return (
      whole.has(conversationId) ||
      (source.kind === 'file'
        ? files.has(key(conversationId, source.path))
        : values.has(key(conversationId, source.key, source.value)))
    )
  }
}
const key = (...parts: string[]) => JSON.stringify(parts)

/** Texts derived from these turns; of `readers`, which stay, all but facts, which their own messages state. */
export async function derivedWith(db: Db, ownerId: string, derived: Derived, readers: readonly string[]) {
  const read = await derivedFrom(db, ownerId, readers)
  return {
    ...derived,
    summary: new Set([...derived.summary, ...read.summary]),
    wording: new Set([...derived.wording, ...read.wording]),
  }
}

type TrashedPart = Forgotten['workspaces'][number] & { createdAt: Date }
/** A turn that begins within this time may still have read the old workspace. */
const SETTLED_MS = 5_000
/** Turns that began after this went to the trash: a file of theirs with the same path is a new one. */
export async function turnsBegunSince(db: Db, ownerId: string, one: TrashedPart): Promise<Set<string>> {
  const { conversationId, createdAt } = one
  const time = new Date(createdAt.getTime() + SETTLED_MS)
  const steps = { none: { startedAt: { lte: time } } }
  const where = { ownerId, conversationId, startedAt: { gt: time }, steps }
  const turns = hasWorkspace(one) ? await db.turn.findMany({ where, select: columns('id') }) : []
  return new Set(turns.map(({ id }) => id))
}

/** Turns that wrote or read these files or values: what is derived from one may repeat their words. */
export async function readersOf(db: Db, ownerId: string, workspaces: readonly TrashedPart[]) {
  const readers = new Set<string>()
  for (const one of workspaces.filter(hasWorkspace)) {
    const { conversationId, files } = one
    const since = await turnsBegunSince(db, ownerId, one)
    const paths = files.map(({ path }) => path)
    const add = (turnId: string) => since.has(turnId) || readers.add(turnId)
    for (const { turnId } of await touchesIn(db, ownerId, conversationId, paths)) add(turnId)
    const isForgotten = forgottenMatcher({ turns: new Set(), derived: byKind([]), workspaces: [one] })
    const calls = await db.toolCall.findMany({
      where: { step: { ownerId, turn: { conversationId } } },
      select: { name: true, sources: true, step: { select: columns('turnId') } },
    })
    for (const { name, sources, step } of calls)
      if (!isMemoryTool(name) && sourcesSchema.parse(sources).some(isForgotten)) add(step.turnId)
  }
  return [...readers]
}
