import { z } from 'zod'
import { literally } from '@/lib/base/literally'
import { stateKey } from '@/lib/base/workspace'
import { getBlobs } from '@/lib/db/engine/blobs'
import type { Batch, Db, Prisma } from '@/lib/db/engine/client'
import { contentPath, storedContext } from '@/lib/db/memory/context-parts'
import type { BranchPath } from '@/lib/db/turns/path'
import { type Manifest, manifestSchema, NO_PROMPT } from '@/lib/db/turns/steps'
import { distinctSources, type Source } from '@/lib/shared/memory/source'
import { STAGED } from '../held-schema'
import { readOldLearning } from './old-learning'
import { Places } from './old-places'

/**
 * Adds sources to stored prompts that lack them, from headings (`--- turn=3 who=user`) and tool arguments.
 * Runs once per database, and for conversations imported from an old version. @returns the number of steps.
 */
export async function readOldPrompts(db: Db): Promise<number> {
  const owners = await db.step.groupBy({ by: ['ownerId'], where: { form: 1 } })
  let count = 0
  for (const { ownerId } of owners) count += await readOwner(db, ownerId)
  await readOldLearning(db)
  return count
}
const AT_ONCE = 100
/** Its parts name their sources, apart from what calls of learning quote. */
const READ = 2

async function readOwner(db: Db, ownerId: string): Promise<number> {
  const places = new Places(db)
  // An import stores its rows before its texts, so unfinished imports are skipped.
  const staged = await db.trash.findMany({ where: { what: { startsWith: STAGED } }, select: { id: true } })
  const imported = { OR: [{ trashId: null }, { trashId: { notIn: staged.map((row) => row.id) } }] }
  let count = 0
  for (let last = ''; ; ) {
    const found = await db.step.findMany({
      where: { ownerId, form: 1, id: { gt: last }, turn: { conversation: imported } },
      orderBy: { id: 'asc' },
      take: AT_ONCE,
      select: {
        ...{ id: true, turnId: true, manifest: true },
        tools: { select: { id: true, args: true, resultHash: true } },
        turn: { select: { conversationId: true, branch: { select: { path: true } } } },
      },
    })
    const steps = found.map((step) => ({
      ...step,
      manifest: manifestSchema.safeParse(step.manifest).data ?? NO_PROMPT,
    }))
    const turnIds = [...new Set(steps.map((step) => step.turnId))]
    const contexts = await db.context.findMany({
      where: { ownerId, turnId: { in: turnIds } },
      select: { turnId: true, toolCalls: true },
    })
    const stored = new Map(contexts.map((row) => [row.turnId, storedContext.safeParse(row.toolCalls).data]))
    const texts = await getBlobs(db, ownerId, [
      ...steps.flatMap(({ manifest }) => manifest.user.map((part) => part.hash)),
      ...steps.flatMap(({ manifest }) => manifest.exchanges ?? []),
      ...steps.flatMap(({ tools }) => tools.map((tool) => tool.resultHash)),
      ...[...stored.values()].flatMap((context) => context?.parts.map((part) => part.hash) ?? []),
    ])
    const writes: Batch = []
    for (const { turn, ...step } of steps) {
      const path = turn.branch.path as BranchPath
      const reader = { places, ownerId, texts, here: turn.conversationId, path }
      writes.push(...(await stepOps(db, step, reader)))
      const context = stored.get(step.turnId)
      if (context) writes.push(...(await contextOps(db, step.turnId, context, reader)))
      stored.delete(step.turnId)
    }
    if (writes.length) await db.$transaction(writes)
    count += steps.length
    last = steps.at(-1)?.id ?? ''
    if (steps.length < AT_ONCE) return count
  }
}

type OldStep = { id: string; manifest: Manifest; tools: { id: string; args: unknown; resultHash: string }[] }
/**
 * `here` = the conversation of the text, `path` = the branch path that resolves turn numbers without a
 * conversation.
 */
export type Reader = {
  places: Places
  ownerId: string
  texts: ReadonlyMap<string, string>
  here: string
  path: BranchPath
}

async function stepOps(db: Db, { id, manifest, tools }: OldStep, reader: Reader): Promise<Batch> {
  const { texts } = reader
  const user: Manifest['user'] = []
  for (const part of manifest.user) {
    const sources = await quotedIn(texts.get(part.hash) ?? '', reader)
    user.push(sources.length ? { ...part, sources } : part)
  }
  const results = await resultsIn(texts.get(manifest.exchanges ?? '') ?? '[]', reader)
  const writes: Batch = []
  for (const tool of tools) {
    const sources = await sourcesOfCall(tool.args, texts.get(tool.resultHash) ?? '', reader)
    if (sources.length) writes.push(db.toolCall.updateMany({ where: { id: tool.id }, data: { sources } }))
  }
  const data = { manifest: { ...manifest, user, results } as Prisma.InputJsonObject, form: READ }
  return [...writes, db.step.updateMany({ where: { id, form: 1 }, data })]
}

const exchangesSchema = z.array(
  z.object({
    calls: z.array(z.object({ args: z.unknown().optional() })),
    results: z.array(z.object({ text: z.string() })),
  }),
)
async function resultsIn(json: string, reader: Reader): Promise<Manifest['results']> {
  const found: Manifest['results'] = []
  for (const [exchange, { calls, results }] of exchangesIn(json).entries())
    for (const [result, { text }] of results.entries()) {
      const sources = await sourcesOfCall(calls[result]?.args, text, reader)
      if (sources.length) found.push({ exchange, result, sources })
    }
  return found
}
function exchangesIn(json: string): z.infer<typeof exchangesSchema> {
  try {
    return exchangesSchema.parse(JSON.parse(json))
  } catch {
    return []
  }
}

/** A tool call in a context: `{"path":"notes.md"}` on the first line, then the result. */
const CALL = /^(\{.*\})\n([\s\S]*)$/
type StoredContext = z.infer<typeof storedContext>
async function contextOps(db: Db, turnId: string, stored: StoredContext, reader: Reader): Promise<Batch> {
  const parts: StoredContext['parts'] = []
  for (const part of stored.parts) {
    const text = reader.texts.get(part.hash) ?? ''
    const path = contentPath(part)
    const call = part.who === 'tool' ? CALL.exec(text) : null
    const sources: Source[] = path
      ? [{ kind: 'file', conversationId: reader.here, path }]
      : call
        ? await sourcesOfCall(jsonOf(call[1] ?? ''), call[2] ?? '', reader)
        : part.who === 'file'
          ? await workspaceIn(text, reader.here, reader)
          : []
    parts.push(sources.length ? { ...part, sources } : part)
  }
  const toolCalls = { ...stored, parts } as Prisma.InputJsonObject
  return [db.context.updateMany({ where: { turnId }, data: { toolCalls } })]
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const argsSchema = z.object({
  path: z.string().optional(),
  key: z.string().optional(),
  value: z.unknown().optional(),
})
/**
 * What a tool call refers to: the file or value in its arguments, and what its result quotes or names.
 */
async function sourcesOfCall(args: unknown, result: string, reader: Reader): Promise<Source[]> {
  const { here: conversationId } = reader
  const { path, key, value } = argsSchema.safeParse(args).data ?? {}
  const quoted = await quotedIn(result, reader)
  return distinctSources([
    ...quoted,
    ...(path === undefined ? [] : [{ kind: 'file', conversationId, path } as const]),
    ...(key === undefined || value == null
      ? []
      : [{ kind: 'state', conversationId, key: stateKey(key), value: String(value) } as const]),
    ...(quoted.length ? [] : await workspaceIn(result, conversationId, reader)),
  ])
}

/** Files that a tool result names, and values that it lists (`key = value`). */
async function workspaceIn(
  result: string,
  conversationId: string,
  { places, ownerId }: Reader,
): Promise<Source[]> {
  const paths = (await places.paths(ownerId, conversationId)).filter((path) => namesPath(result, path))
  const values = result
    .replace(/^Set /, '')
    .split('\n')
    .flatMap((line) => {
      const at = line.indexOf(' = ')
      return at > 0 ? [{ key: stateKey(line.slice(0, at)), value: line.slice(at + 3) }] : []
    })
  return [
    ...paths.map((path) => ({ kind: 'file', conversationId, path }) as const),
    ...values.map((value) => ({ kind: 'state', conversationId, ...value }) as const),
  ]
}

const namesPath = (text: string, path: string) =>
  text.includes(path) && new RegExp(`(?<![\\w./-])${literally(path)}(?![\\w-])`, 'u').test(text)

/** The heading of a quoted item, at any nesting depth. */
const HEADING = /^((?:\| )*)--- (.*)$/
/**
 * The sources quoted in a text. A nested item belongs to its parent's conversation unless it names another.
 */
async function quotedIn(prompt: string, reader: Reader): Promise<Source[]> {
  if (!prompt.includes('--- ')) return []
  const { ownerId } = reader
  const found: Source[] = []
  const ranges = new Set<string>()
  const open: { depth: number; conversation: string | undefined }[] = []
  const lines = prompt.split('\n')
  for (const [i, line] of lines.entries()) {
    const [, marks = '', head] = HEADING.exec(line) ?? []
    if (head === undefined) continue
    while ((open.at(-1)?.depth ?? -1) >= marks.length) open.pop()
    const attributes = attributesOf(head)
    const conversation = attributes.conversation ?? open.at(-1)?.conversation
    open.push({ depth: marks.length, conversation })
    const conversationId = conversation ?? reader.here
    const text = () => bodyAt(lines, i + 1, `${marks}| `)
    if (attributes.file !== undefined) found.push({ kind: 'file', conversationId, path: attributes.file })
    if (attributes.state !== undefined)
      found.push({ kind: 'state', conversationId, key: attributes.state, value: text() })
    if (attributes.who === 'tool' || attributes.who === 'file')
      found.push(...(await workspaceIn(text(), conversationId, reader)))
    const [from, to] = [Number(attributes.turn ?? attributes.from), Number(attributes.turn ?? attributes.to)]
    if (!Number.isInteger(from) || !Number.isInteger(to)) continue
    const range = `${conversation} ${from} ${to} ${attributes.who}`
    if (ranges.has(range)) continue
    ranges.add(range)
    const ids = await reader.places.turns(reader, conversation, from, to)
    found.push(...ids.map((id) => ({ kind: 'turn', id }) as const))
    // Summaries in the section of summaries have no `who` attribute.
    if (attributes.who === undefined || attributes.who === 'summary')
      found.push(...(await reader.places.summaries(ownerId, conversationId, from, to)))
  }
  return distinctSources(found)
}

function bodyAt(lines: string[], from: number, mark: string): string {
  let to = from
  while (lines[to]?.startsWith(mark)) to++
  return lines
    .slice(from, to)
    .map((line) => line.slice(mark.length))
    .join('\n')
}

const attributesOf = (head: string): Record<string, string> =>
  Object.fromEntries(
    head
      .split(' ')
      .filter((pair) => pair.includes('='))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), decoded(pair.slice(pair.indexOf('=') + 1))]),
  )
const decoded = (value: string) => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
